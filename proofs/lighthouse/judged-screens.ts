import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminScreens, merchantScreens, signedOutScreens } from '#proofs/screen-paths.ts';
import type { RunningApp } from '#scripts/start-app.ts';

/** A kind of visitor: what their browser has stored, and the pages they visit. */
export interface Viewer {
  name: string;
  stored: Record<string, string>;
  paths: string[];
}

interface Session {
  accessToken: string;
  email: string;
  merchantId: string;
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body: object, stepUp?: string) => Promise<T>;
}

const paymentPaths = (path: string): string[] => [path, `${path}?view=receipt`];

/** Every screen, with ids of the running sample data. */
export async function listScreens(app: RunningApp): Promise<Viewer[]> {
  const merchant = await signIn(app, 'MERCHANT_ADMIN');
  const admin = await signIn(app, 'VOLUME_ADMIN');
  const { merchantId } = merchant;
  const { paymentId } = await firstOf(merchant.get<Page<{ paymentId: string }>>('payments?page=0&size=1'));
  const link = await openLink(merchant);
  const merchantKeys = {
    v_accessToken_v1: merchant.accessToken,
    v_email_v1: merchant.email,
    v_merchantId_v1: merchantId,
  };
  const adminKeys = { v_accessToken_v1: admin.accessToken, v_adminEmail_v1: admin.email };
  const apiPages = [new URL(link.paymentIntentLink).pathname, '/sandbox/docs/guides/webhooks', '/sandbox/outbox'];
  return [
    {
      name: 'nobody',
      stored: {},
      paths: [
        // The path of a sign-in in progress is added below; one that has expired would show an error on purpose.
        ...signedOutScreens.filter((path) => !path.includes('verify-otp')),
        ...(await secretPaths(app, merchant)),
        ...apiPages,
      ],
    },
    {
      name: 'merchant admin',
      stored: merchantKeys,
      paths: [...merchantScreens, ...paymentPaths(`/payments/${paymentId}`), `/pay-by-link/${link.paymentIntentId}`],
    },
    {
      name: 'administrator',
      stored: adminKeys,
      paths: [...adminScreens, ...paymentPaths(`/admin/payments/${paymentId}`), `/admin/merchants/${merchantId}`],
    },
    {
      name: 'administrator inside a merchant',
      stored: { ...adminKeys, v_merchantId_v1: merchantId },
      paths: ['/', '/payments/payin', '/settings/account-settings'],
    },
  ];
}

interface Page<Row> {
  content: Row[];
}

async function firstOf<Row>(page: Promise<Page<Row>>): Promise<Row> {
  const [row] = (await page).content;
  if (row === undefined) throw new Error('The sample world has no payment.');
  return row;
}

/** An unpaid payment link, whose page asks for a bank. */
async function openLink({ merchantId, get, post }: Session) {
  const { applications } = await get<{ applications: { applicationId: string }[] }>(`merchants/${merchantId}`);
  return post<{ paymentIntentId: string; paymentIntentLink: string }>('paymentintents/link', {
    applicationId: applications[0]?.applicationId,
    customerIntentDescription: 'A table for two',
    merchantIntentDescription: null,
    merchantPaymentId: 'TABLE-2',
    paymentRequest: { amount: 24.23, currency: 'GBP', reference: 'TABLE-2' },
  });
}

/** The pages of a mailed link, and of sign-ins that ask to set up an authenticator or for a code. */
async function secretPaths(app: RunningApp, { email, post }: Session): Promise<string[]> {
  await post('accounts/forgot-password', { email });
  const { stepUpToken } = await post<{ stepUpToken: string }>('accounts/self/step-up', {
    password: findPerson(app, 'MERCHANT_ADMIN').password,
  });
  const { twoFactorRequestId } = await post<{ twoFactorRequestId: string }>(
    'accounts/self/two-factor',
    {},
    stepUpToken,
  );
  const holder = readPeople(app).find(({ totpSecret }) => totpSecret !== undefined);
  const { otpRequestId } = await post<{ otpRequestId: string }>('accounts/sign-in', {
    email: holder?.email,
    password: holder?.password,
  });
  return [
    await mailedPath(app, email),
    `/auth/set-two-factor/${twoFactorRequestId}`,
    `/auth/verify-otp/${otpRequestId}`,
  ];
}

/** Polls for the mail, because the response to a forgotten password is sent before it. */
async function mailedPath(app: RunningApp, email: string): Promise<string> {
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    const mails = (await (await fetch(`${app.address}/sandbox/outbox.json`)).json()) as { to: string; text: string }[];
    const text = mails.find(({ to }) => to === email)?.text ?? '';
    const path = /\/auth\/reset-password\/link#[\w-]+/.exec(text)?.[0];
    if (path !== undefined) return path;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('No mail with a link to a new password came.');
}

async function signIn(app: RunningApp, role: string): Promise<Session> {
  const base = `${app.address}/sandbox/api`;
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${base}/${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    const text = await answer.text();
    return text === '' ? {} : (JSON.parse(text) as unknown);
  };
  const json = { 'content-type': 'application/json' };
  const { email, password } = findPerson(app, role);
  const signedIn = await ask('accounts/sign-in', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password }),
  });
  const { accessToken } = signedIn as { accessToken: string };
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as object;
  const authorization = `Bearer ${accessToken}`;
  return {
    accessToken,
    email,
    merchantId: 'merchantId' in claims ? String(claims.merchantId) : '',
    get: async <T>(path: string) => (await ask(path, { headers: { authorization } })) as T,
    post: async <T>(path: string, body: object, stepUp?: string) => {
      const own = { authorization, 'idempotency-key': crypto.randomUUID(), ...(stepUp ? { 'x-step-up': stepUp } : {}) };
      const hasBody = Object.keys(body).length > 0;
      const headers = hasBody ? { ...json, ...own } : own;
      return (await ask(path, { method: 'POST', headers, ...(hasBody ? { body: JSON.stringify(body) } : {}) })) as T;
    },
  };
}

interface Person {
  role: string;
  email: string;
  password: string;
  totpSecret?: string;
  situation?: string;
}

const readPeople = (app: RunningApp) =>
  JSON.parse(readFileSync(join(app.dataDir, 'sign-ins.json'), 'utf8')) as Person[];

function findPerson(app: RunningApp, role: string): Person {
  const isPlain = ({ totpSecret, situation }: Person) => !totpSecret && !/code|refused/.test(situation ?? '');
  const person = readPeople(app).find((one) => one.role === role && isPlain(one));
  if (!person) throw new Error(`The sample world has no sign-in for ${role}.`);
  return person;
}
