import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Write {
  path: string;
  key: string;
  body: object;
  answer?: string;
}

export interface Client {
  /** The n-th write of a load: alternates between payouts and payment links, each with its own idempotency key. */
  plan: (n: number) => Write;
  /** Retries a write with the same key until it is answered; returns the text. Throws when it is rejected. */
  send: (write: Write) => Promise<string>;
  /** Reads a path below the API, without retries. */
  look: (path: string) => Promise<{ status: number; text: string }>;
  /** Paths of this merchant's lists and reports. */
  reports: () => string[];
  retries: () => number;
  /** The longest time for one write, in milliseconds. */
  longest: () => number;
}

interface Session {
  base: string;
  headers: Record<string, string>;
}
interface Place {
  /** The path of the application's calls. */
  ours: string;
  applicationId: string;
  payInAccountId: number | undefined;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** A merchant's client that signs in at `address` and writes there. */
export async function createClient(address: string, person: { email: string; password: string }): Promise<Client> {
  const session = await signIn(`${address}/sandbox/api`, person);
  const place = await findPlace(session);
  const figures = { retries: 0, longest: 0 };
  const send = async (write: Write): Promise<string> => {
    const start = Date.now();
    for (;;) {
      const answer = await tryOnce(session, write);
      if (answer && answer.status < 300) {
        figures.longest = Math.max(figures.longest, Date.now() - start);
        return answer.text;
      }
      if (answer && answer.status < 500) throw new Error(`${write.path} answered ${answer.status}: ${answer.text}`);
      figures.retries += 1;
      await pause();
    }
  };
  return {
    plan: (n) => planWrite(place, n),
    look: (path) => look(session, path),
    reports: () => reportsOf(place),
    send,
    retries: () => figures.retries,
    longest: () => figures.longest,
  };
}

async function signIn(base: string, { email, password }: { email: string; password: string }): Promise<Session> {
  const answer = await fetch(`${base}/accounts/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { base, headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' } };
}

/** The merchant's first application and its first account in pounds. */
async function findPlace({ base, headers }: Session): Promise<Place> {
  const get = async <T>(path: string) => (await (await fetch(`${base}/${path}`, { headers })).json()) as T;
  const claims = Buffer.from(headers['authorization']?.split('.')[1] ?? '', 'base64url').toString();
  const { merchantId } = JSON.parse(claims) as { merchantId: string };
  const merchant = await get<{ applications: { applicationId: string }[] }>(`merchants/${merchantId}`);
  const applicationId = merchant.applications[0]?.applicationId ?? '';
  const ours = `merchants/${merchantId}/applications/${applicationId}`;
  const accounts = await get<{ id: number; forCurrency: string }[]>(`${ours}/payin-accounts-with-aggregated-balances`);
  return {
    ours,
    applicationId,
    payInAccountId: accounts.find(({ forCurrency }) => forCurrency === 'GBP')?.id,
  };
}

function planWrite({ ours, applicationId, payInAccountId }: Place, n: number): Write {
  const key = crypto.randomUUID();
  if (n % 2 === 0) return { key, path: `${ours}/payouts`, body: { payInAccountId, amount: 0.07 } };
  const paymentRequest = { currency: 'GBP', amount: (100 + n) / 100, reference: `LOAD-${n}` };
  const words = { customerIntentDescription: `Load ${n}`, merchantIntentDescription: null };
  const body = { applicationId, merchantPaymentId: `LOAD-${n}`, ...words, paymentRequest };
  return { key, path: 'paymentintents/link', body };
}

async function look({ base, headers }: Session, path: string) {
  const answer = await fetch(`${base}/${path}`, { headers });
  return { status: answer.status, text: await answer.text() };
}

function reportsOf({ ours, payInAccountId }: Place): string[] {
  const filter = 'page=0&size=10';
  return [
    `payments?${filter}`,
    'payments/summary',
    'payments/failures',
    'revenue',
    'payments/export',
    `${ours.replace('/applications/', '/application/')}/outbound-payments?${filter}`,
    `${ours}/payin-accounts/${payInAccountId}/statement?${filter}`,
  ];
}

/** Null without a response: then it is unknown whether the write was done. */
async function tryOnce({ base, headers }: Session, { path, key, body }: Write) {
  try {
    const sent = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body: JSON.stringify(body) };
    const answer = await fetch(`${base}/${path}`, sent);
    return { status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}

interface SignIn {
  role: string;
  email: string;
  password: string;
}

/**
 * The sign-in of a sample user who can write or has another role, from the file that the start wrote to this folder.
 */
export function readEditor(dataDir: string, wanted = 'MERCHANT_EDITOR'): SignIn {
  const people = JSON.parse(readFileSync(join(dataDir, 'sign-ins.json'), 'utf8')) as SignIn[];
  const person = people.find(({ role }) => role === wanted);
  if (!person) throw new Error(`The sample world has no ${wanted}.`);
  return person;
}
