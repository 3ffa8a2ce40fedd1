import type { Client } from '#proofs/client.ts';

export interface Caller {
  client: Client;
  /** The base address of the instance. */
  base: string;
}

export interface Seen {
  /** How long callers waited for their responses, in milliseconds. */
  times: number[];
  errors: string[];
  payouts: string[];
  refunds: string[];
  /** Payments whose payers approved them at the bank. */
  payIns: string[];
}

export const newSeen = (): Seen => ({ times: [], errors: [], payouts: [], refunds: [], payIns: [] });

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** The pause of a caller between two calls. */
const pause = 100;

/** Amounts with special outcomes: lost on their way, accepted without an answer, failed at the provider. */
const special = [66.07, 66.05, 66.02];

async function timed<T>(seen: Seen, call: () => Promise<T>): Promise<T | undefined> {
  const begun = performance.now();
  try {
    return await call();
  } catch (error) {
    seen.errors.push(error instanceof Error ? error.message : String(error));
    return undefined;
  } finally {
    seen.times.push(performance.now() - begun);
    await pass(pause);
  }
}

const idIn = (text: string | undefined, name: string): string | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Record<string, string>)[name];

export async function payOut({ client }: Caller, seen: Seen, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const write = client.plan(0);
    const amount = n % 7 === 6 ? special[Math.floor(n / 7) % special.length] : 0.07;
    const answer = await timed(seen, () => client.send({ ...write, body: { ...write.body, amount } }));
    const id = idIn(answer, 'payoutPaymentId');
    if (id !== undefined) seen.payouts.push(id);
  }
}

/** Refunds a little of each payment. */
export async function refund({ client }: Caller, payments: string[], seen: Seen, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const write = { path: `payments/${payments.pop()}/refunds`, body: { refundPaymentAmount: 0.03 } };
    const answer = await timed(seen, () => client.send({ ...write, key: crypto.randomUUID() }));
    const id = idIn(answer, 'refundId');
    if (id !== undefined) seen.refunds.push(id);
  }
}

/** Creates links over £1.01 to £1.09, for which the simulated bank pays, and pays them; a payer whose bank cannot be reached tries again. */
export async function payIn({ client, base }: Caller, seen: Seen, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const made = await timed(seen, () => client.send(client.plan(2 * (n % 5) + 1)));
    const link = idIn(made, 'paymentIntentId');
    if (link === undefined) continue;
    const page = `${base}/pay/${link}`;
    const begun = await timed(seen, () => post(page, { institutionId: 'quay-bank' }));
    const bank = begun?.headers.get('location');
    if (!bank) seen.errors.push(`The pay page answered ${begun?.status}.`);
    else seen.payIns.push(await approve(new URL(bank, base).href));
  }
}

/** The shopper opens the bank's page and approves until the bank has accepted it. Returns the payment's id. */
async function approve(bank: string): Promise<string> {
  for (;;) {
    const page = await fetch(bank, { redirect: 'manual' }).catch(() => null);
    const address = page?.headers.get('location');
    const answer = address ? await post(address, { decision: 'APPROVE', name: 'Ada Marsh' }).catch(() => null) : null;
    if (answer?.status === 303) return bank.split('/').at(-1) ?? '';
    await pass(300);
  }
}

function post(address: string, form: Record<string, string>): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}
