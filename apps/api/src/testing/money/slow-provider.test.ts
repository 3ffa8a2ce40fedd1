import { AsyncLocalStorage } from 'node:async_hooks';
import { approveOrder, listApprovals } from '@volume/contract/approvals/approvals.ts';
import { quoteExchange } from '@volume/contract/balances/exchange.ts';
import { addBeneficiary, listBeneficiaries } from '@volume/contract/payouts/beneficiaries.ts';
import { listPayouts, makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { setApprovalPolicy } from '@volume/contract/approvals/policy.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Providers } from '#providers/port.ts';
import type { Database } from '#database/database.ts';
import { createFairQueue } from '#http/turns/fair-queue.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const merchant = { merchantId: ids.harbour };
const shop = { ...merchant, applicationId: ids.harbourShop };
type Method = 'submit' | 'ask' | 'listBeneficiaries' | 'checkName' | 'addBeneficiary' | 'exchangeRate';
/** Long enough for a call without a slow provider, also on a busy machine and the slower embedded database. */
// oxlint-disable-next-line node/no-process-env -- the test run names its PostgreSQL here
const giveUpAfter = process.env['TEST_DATABASE_URL'] ? 4_000 : 8_000;

let database: Database;
/** Has a short timeout, and handles two calls at a time. */
let api: TestApp;
/** Another instance, with the usual timeout. */
let patient: TestApp;
let books: Books;
let token: string;
let proof: Record<string, string>;
let accounts = 0;
/** While it is set, the provider does not respond to this method. */
let slow: Method | undefined;
let answerNow = () => {};
let answered = Promise.resolve();
const submitted: string[] = [];
const transactions = new AsyncLocalStorage<true>();
/** For each call to the provider, whether a transaction was open. */
let openDuringCalls: boolean[] = [];
/** Each test has a second account, in euros. */
const euros = () => 1_000 + accounts;

beforeAll(async () => {
  database = await openPeople();
  const counted: Database = {
    ...database,
    transaction: (work) => transactions.run(true, () => database.transaction(work)),
  };
  const { providers } = createTestApp(database).services;
  const held = async <T>(method: Method, work: () => Promise<T>): Promise<T> => {
    openDuringCalls.push(transactions.getStore() ?? false);
    if (slow === method) await answered;
    return work();
  };
  const slowProviders: Providers = {
    ...providers,
    submit: (order) => {
      submitted.push(order.orderId);
      return held('submit', () => providers.submit(order));
    },
    ask: (...given) => held('ask', () => providers.ask(...given)),
    listBeneficiaries: (...given) => held('listBeneficiaries', () => providers.listBeneficiaries(...given)),
    checkName: (...given) => held('checkName', () => providers.checkName(...given)),
    exchangeRate: (...given) => held('exchangeRate', () => providers.exchangeRate(...given)),
    addBeneficiary: (...given) => held('addBeneficiary', () => providers.addBeneficiary(...given)),
  };
  const refusal = () => new Error('refused');
  const turns = createFairQueue({
    concurrency: 2,
    besideOthers: 2,
    alone: 2,
    waiting: 100,
    waitingEach: 100,
    crowded: refusal,
    full: refusal,
  });
  const settings = { stepUpAbove: 100_000_000 };
  api = createTestApp(counted, { settings, parts: { giveUpAfter, providers: slowProviders, turns } });
  // Workers, which are no part of the app, use the same providers.
  Object.assign(api.services.providers, slowProviders);
  patient = createTestApp(counted, { settings, parts: { providers: slowProviders } });
});
beforeEach(async () => {
  accounts += 1;
  await database.query('DELETE FROM approval_policies');
  const account = { ...shop, payInAccountId: accounts, currency: 'GBP', provider: 'OPTIMUS' } as const;
  books = await seedAccount(api.services, account);
  await seedAccount(api.services, { ...shop, payInAccountId: euros(), currency: 'EUR' });
  await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
  token = await signInAs(api, 'editor');
  proof = await proved(api, token);
  submitted.length = 0;
});
afterEach(() => {
  answerNow();
  slow = undefined;
});
afterAll(() => database.close());

function holdProvider(method: Method): void {
  slow = method;
  answered = new Promise((resolve) => (answerNow = resolve));
}
const keyed = (key: string = crypto.randomUUID()) => ({ 'idempotency-key': key, ...proof });
const payOut = (by: TestApp, key?: string, amount = 5) =>
  by.call(makePayout, {
    params: shop,
    body: { payInAccountId: books.payInAccountId, amount },
    token,
    headers: keyed(key),
  });
const countPayouts = async () =>
  (await database.query(`SELECT 1 FROM outbound_payments WHERE payee_detail_id = $1`, [books.payInAccountId])).length;
const account = { accountHolderName: 'Harbour & Bloom Ltd', sortCode: '20-11-09' };
const add = (by: TestApp, accountNumber: string) =>
  by.call(addBeneficiary, {
    params: shop,
    body: { payInAccountId: books.payInAccountId, ...account, accountNumber },
    token,
    headers: proof,
  });

const quote = (by: TestApp) =>
  by.call(quoteExchange, {
    params: shop,
    body: { fromPayInAccountId: books.payInAccountId, toPayInAccountId: euros(), sellAmount: 5 },
    token,
  });

test('answers a payout without waiting for its provider, and its repeat in the same way', async () => {
  openDuringCalls = [];
  holdProvider('submit');
  const key = crypto.randomUUID();
  const first = await payOut(api, key);
  expect(first.value().status).toBe('IN_PROGRESS');
  const working = api.runDueWork();
  await expect.poll(() => submitted.length).toBe(1);
  expect((await payOut(patient, key)).text).toBe(first.text);
  answerNow();
  await working;
  expect((await payOut(patient, key)).text).toBe(first.text);
  expect(submitted).toEqual([first.value().payoutPaymentId]);
  expect(await countPayouts()).toBe(1);
  expect(openDuringCalls).toEqual([false]);
});

test('answers a refund and an approval without waiting for their provider', async () => {
  const paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 900 });
  holdProvider('submit');
  const headers = keyed();
  const refunded = await api.call(startRefund, {
    params: { paymentId },
    body: { refundPaymentAmount: 9 },
    token,
    headers,
  });
  expect(refunded.value().refundStatus).toBe('IN_PROGRESS');

  const admin = await signInAs(api, 'merchantadmin');
  const adminHeaders = async () => ({ ...(await proved(api, admin)), 'idempotency-key': crypto.randomUUID() });
  const policy = { params: merchant, body: { GBP: 20, EUR: null }, token: admin, headers: await adminHeaders() };
  expect((await api.call(setApprovalPolicy, policy)).status).toBe(200);
  const waiting = (await payOut(api, undefined, 25)).value();
  const approval = { params: { ...merchant, orderId: waiting.payoutPaymentId }, token: admin };
  expect((await api.call(approveOrder, { ...approval, headers: await adminHeaders() })).value().state).toBe('APPROVED');
  const working = api.runDueWork();
  await expect.poll(() => submitted.length).toBe(2);
  answerNow();
  await working;
  expect(new Set(submitted)).toEqual(new Set([refunded.value().refundId, waiting.payoutPaymentId]));
});

test('submits orders and asks about them in separate jobs, so that neither waits for the other', async () => {
  const waiting = (await payOut(api)).value().payoutPaymentId;
  await api.runDueWork();
  api.pass({ seconds: 15 });
  slow = 'ask';
  answered = new Promise((resolve) => (answerNow = resolve));
  const later = (await payOut(api)).value().payoutPaymentId;
  const working = api.runDueWork();
  await expect.poll(() => submitted).toEqual([waiting, later]);
  answerNow();
  await working;
});

test.each([
  ['listBeneficiaries', () => api.call(listBeneficiaries, { params: shop, token })],
  ['checkName', () => add(api, '55190021')],
  ['addBeneficiary', () => add(api, '55190021')],
  ['exchangeRate', () => quote(api)],
] as const)(
  'answers other calls while the provider does not respond to %s, and holds no transaction open',
  async (method, ask) => {
    openDuringCalls = [];
    holdProvider(method);
    const viewer = await signInAs(api, 'viewer');
    const waiting = [ask(), ask(), ask()];
    await expect.poll(() => openDuringCalls.length).toBeGreaterThan(0);
    for (let at = 0; at < 3; at++) {
      expect((await api.call(listPayouts, { params: shop, token: viewer })).status).toBe(200);
      expect((await api.call(listApprovals, { params: merchant, token })).status).toBe(200);
    }
    answerNow();
    await Promise.all(waiting);
    expect(openDuringCalls).not.toContain(true);
  },
);

test('refuses only calls that need the provider when calls to it use all slots', async () => {
  holdProvider('checkName');
  const crowd = await Promise.all(Array.from({ length: 12 }, (_, nth) => add(api, `551900${30 + nth}`)));
  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([503]));
  const refused = await add(api, '55190021');
  expect([refused.status, refused.problem().statusName]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  expect((await payOut(api)).status).toBe(200);
  answerNow();
  slow = undefined;
  expect((await add(api, '55190021')).status).toBe(201);
});

test('changes nothing after a call timed out while it asked the provider for beneficiaries', async () => {
  holdProvider('listBeneficiaries');
  const body = { payInAccountId: books.payInAccountId, amount: 5, beneficiaryId: 'unknown' };
  const key = crypto.randomUUID();
  const late = await api.call(makePayout, { params: shop, body, token, headers: keyed(key) });
  expect([late.status, late.problem().statusName]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  answerNow();
  slow = undefined;
  const again = await patient.call(makePayout, { params: shop, body, token, headers: keyed(key) });
  expect(again.status).toBe(422);
  expect(await countPayouts()).toBe(0);
});

test('returns PROVIDER_UNAVAILABLE for a quote whose rate does not arrive, and quotes nothing', async () => {
  const countQuotes = async () => (await database.query('SELECT 1 FROM exchange_quotes')).length;
  const before = await countQuotes();
  holdProvider('exchangeRate');
  const late = await quote(api);
  expect([late.status, late.problem().statusName]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  answerNow();
  slow = undefined;
  expect((await quote(api)).status).toBe(200);
  expect(await countQuotes()).toBe(before + 1);
});

test('does not claim that nothing was added while the provider adds a beneficiary', async () => {
  holdProvider('addBeneficiary');
  const late = await add(api, '55190077');
  expect([late.status, late.problem().statusName]).toEqual([504, 'OUTCOME_UNKNOWN']);
  expect(late.problem()).toMatchObject({
    isRepeatable: false,
    errorMessage: expect.stringContaining('Check whether it was done'),
  });
  answerNow();
  slow = undefined;
  const isAdded = async () => (await api.call(listBeneficiaries, { params: shop, token })).text.includes('55190077');
  await expect.poll(isAdded).toBe(true);
});
