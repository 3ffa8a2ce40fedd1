import { acceptException, getException, listExceptions } from '@volume/contract/exceptions/exceptions.ts';
import { listPayouts, makePayout } from '@volume/contract/payouts/payouts.ts';
import { stepUp } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import type { ProviderName, StatementOrder } from '#providers/port.ts';
import { ensureDailyWork } from '#queue/worker.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, password } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { dailyReconciliation } from './reconcile-worker.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
type Line = Pick<StatementOrder, 'merchantId' | 'payInAccountId'> & { provider: ProviderName; currency: 'GBP' | 'EUR' };

interface Made {
  orderId: string;
  amount: number;
}

let database: Database;
let api: TestApp;
let own: Books;
let strangers: Books;
/** Two accounts at another provider. */
let other: Books;
let another: Books;
/** What a provider makes of its statement in the current test. */
let change: (orders: StatementOrder[], provider: ProviderName, day: string) => StatementOrder[];

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  const { providers } = api.services;
  const real = { ...providers };
  providers.statement = async (provider, day) => change((await real.statement(provider, day)) ?? [], provider, day);
  own = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  other = await seedAccount(api.services, { ...params, payInAccountId: 2, currency: 'GBP', provider: 'OPTIMUS' });
  another = await seedAccount(api.services, { ...params, payInAccountId: 4, currency: 'GBP', provider: 'OPTIMUS' });
  const application = { merchantId: ids.stranger, applicationId: ids.strangerShop };
  strangers = await seedAccount(api.services, { ...application, payInAccountId: 3, currency: 'GBP' });
  await seedPayment(api.services, { books: own, applicationId: params.applicationId, amount: 100_000 });
  await seedPayment(api.services, { books: other, applicationId: params.applicationId, amount: 100_000 });
  await seedPayment(api.services, { books: another, applicationId: params.applicationId, amount: 100_000 });
  await seedPayment(api.services, { books: strangers, applicationId: ids.strangerShop, amount: 100_000 });
  await ensureDailyWork(database, api.services.clock.now(), [dailyReconciliation]);
  await night();
});
afterAll(() => database.close());
beforeEach(() => {
  change = (orders) => orders;
});

async function night(): Promise<void> {
  for (const minutes of [1, 1, 20 * 60 - 1, 4 * 60]) {
    api.pass({ minutes });
    await api.runDueWork();
  }
}

async function payOut(amount: number): Promise<Made> {
  const body = { payInAccountId: 1, amount };
  const token = await signInAs(api, 'editor');
  const { payoutPaymentId } = (await api.call(makePayout, { params, body, headers: key(), token })).value();
  return { orderId: payoutPaymentId, amount: amount * 100 };
}

/** States a payout of today as taken from this account; with `isAlsoOurs` in addition to our own line. */
function stateAt({ orderId, amount }: Made, line: Line, { isAlsoOurs = false } = {}): void {
  const { provider: at, ...facts } = line;
  const stated: StatementOrder = { orderId, kind: 'PAYOUT', amount, ...facts, status: 'PROCESSED', description: null };
  const today = api.services.clock.now().toISOString().slice(0, 10);
  change = (orders, provider, day) => {
    const kept = orders.filter((order) => isAlsoOurs || order.orderId !== orderId);
    return provider === at && day === today ? [...kept, stated] : kept;
  };
}

async function foundOn({ orderId }: Made) {
  const token = await signInAs(api, 'reader');
  const { content } = (await api.call(listExceptions, { query: 'size=100', token })).value();
  return content.filter(({ objectId }) => objectId === orderId).toSorted((a, b) => a.kind.localeCompare(b.kind));
}

async function accept(exceptionId: string) {
  const token = await signInAs(api, 'admin');
  const proof = (await api.call(stepUp, { body: { password }, token })).value().stepUpToken;
  const { moves } = (await api.call(getException, { params: { exceptionId }, token })).value();
  const headers = { ...key(), 'x-step-up': proof };
  (await api.call(acceptException, { params: { exceptionId }, body: {}, headers, token })).value();
  return moves;
}

const at = (provider: ProviderName, { merchantId, payInAccountId }: Books): Line => ({
  provider,
  merchantId,
  payInAccountId,
  currency: 'GBP',
});

test("finds an order that the provider took from another merchant's account, and books it there", async () => {
  const made = await payOut(11);
  stateAt(made, at('MODULR', strangers));
  await night();
  const [missing, unknown] = await foundOn(made);
  expect(missing).toMatchObject({ kind: 'UNKNOWN_TO_PROVIDER', merchantId: ids.harbour, ourAmount: 1_100 });
  expect(unknown).toMatchObject({ kind: 'UNKNOWN_TO_US', merchantId: ids.stranger, payInAccountId: 3 });
  const before = [await readBooks(database, own), await readBooks(database, strangers)];
  expect(await accept(missing!.exceptionId)).toEqual({ amount: 1_100, direction: 'IN' });
  expect(await accept(unknown!.exceptionId)).toEqual({ amount: 1_100, direction: 'OUT' });
  expect((await readBooks(database, own))['AVAILABLE']).toBe(before[0]!['AVAILABLE']! + 1_100);
  expect((await readBooks(database, strangers))['AVAILABLE']).toBe(before[1]!['AVAILABLE']! - 1_100);
});

test("finds an order that was paid from our account and once more from another merchant's", async () => {
  const made = await payOut(12);
  stateAt(made, at('MODULR', strangers), { isAlsoOurs: true });
  await night();
  expect(await foundOn(made)).toMatchObject([
    { kind: 'UNKNOWN_TO_US', merchantId: ids.stranger, payInAccountId: 3, providerAmount: 1_200, count: 1 },
  ]);
});

test.each(['the order first', 'the line first'])(
  'an order that another provider took from another account is booked there: %s',
  async (order) => {
    const made = await payOut(13);
    stateAt(made, at('OPTIMUS', other));
    await night();
    await night();
    const [missing, unknown] = await foundOn(made);
    expect(missing).toMatchObject({ kind: 'UNKNOWN_TO_PROVIDER', provider: 'MODULR', payInAccountId: 1, count: 1 });
    expect(unknown).toMatchObject({ kind: 'UNKNOWN_TO_US', provider: 'OPTIMUS', payInAccountId: 2, count: 1 });
    const before = [await readBooks(database, own), await readBooks(database, other)];
    const inOrder = order === 'the order first' ? [missing!, unknown!] : [unknown!, missing!];
    for (const { exceptionId } of inOrder) await accept(exceptionId);
    expect((await readBooks(database, own))['AVAILABLE']).toBe(before[0]!['AVAILABLE']! + 1_300);
    expect((await readBooks(database, other))['AVAILABLE']).toBe(before[1]!['AVAILABLE']! - 1_300);
    const token = await signInAs(api, 'editor');
    const { content } = (await api.call(listPayouts, { params, query: 'size=100', token })).value();
    expect(content.find(({ payoutPaymentId }) => payoutPaymentId === made.orderId)?.status).toBe('RETURNED');
  },
);

test('an order that was taken from two wrong accounts of a merchant is booked at both', async () => {
  const made = await payOut(13.5);
  stateAt(made, at('OPTIMUS', other), { isAlsoOurs: true });
  const stated = change;
  change = (orders, provider, day) =>
    stated(orders, provider, day).flatMap((line) =>
      line.orderId === made.orderId && line.payInAccountId === 2 ? [line, { ...line, payInAccountId: 4 }] : [line],
    );
  for (let nights = 0; nights < 2; nights++) await night();
  const unknown = await foundOn(made);
  const [first, second] = unknown.toSorted((a, b) => Number(a.payInAccountId) - Number(b.payInAccountId));
  expect(unknown).toHaveLength(2);
  expect(first).toMatchObject({ kind: 'UNKNOWN_TO_US', payInAccountId: 2, count: 1 });
  expect(second).toMatchObject({ kind: 'UNKNOWN_TO_US', payInAccountId: 4, count: 1 });
  const available = async () => [
    (await readBooks(database, other))['AVAILABLE']!,
    (await readBooks(database, another))['AVAILABLE']!,
  ];
  const before = await available();
  for (const { exceptionId } of unknown) expect(await accept(exceptionId)).toEqual({ amount: 1_350, direction: 'OUT' });
  expect(await available()).toEqual(before.map((amount) => amount - 1_350));
});

test('adds no amounts of different currencies when an order was paid twice', async () => {
  const made = await payOut(14);
  stateAt(made, { ...at('MODULR', own), currency: 'EUR' }, { isAlsoOurs: true });
  await night();
  const twice = (await foundOn(made)).find(({ kind }) => kind === 'PAID_TWICE');
  expect(twice).toMatchObject({ currency: 'GBP', providerAmount: null, providerWords: '14.00 GBP, 14.00 EUR' });
});

test('an amount that was in our currency first and is in another one now is no longer bookable', async () => {
  const made = await payOut(15);
  stateAt({ ...made, amount: 1_600 }, at('MODULR', own));
  await night();
  expect(await foundOn(made)).toMatchObject([{ kind: 'AMOUNT_DIFFERS', providerAmount: 1_600 }]);
  const before = change;
  change = (orders, provider, of) =>
    before(orders, provider, of).map((line) => (line.orderId === made.orderId ? { ...line, currency: 'EUR' } : line));
  for (let nights = 0; nights < 2; nights++) await night();
  expect(await foundOn(made)).toMatchObject([
    { kind: 'AMOUNT_DIFFERS', providerAmount: null, providerWords: '16.00 EUR', count: 2 },
  ]);
});

test('the books pass the audit afterwards', async () => {
  expect(await audit(database)).toEqual([]);
});
