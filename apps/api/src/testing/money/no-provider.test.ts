import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { listPayouts, makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { decideAtBank } from '#testing/decide-at-bank.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

/** With the environment label Live, except on a local machine, nothing is simulated: links and money need a real provider. */
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let live: TestApp;
let simulated: TestApp;
let token: string;
let books: Books;
beforeAll(async () => {
  database = await openPeople();
  simulated = createTestApp(database);
  live = createTestApp(database, { settings: { provider: 'NONE' } });
  token = await signInAs(simulated, 'editor');
  books = await seedAccount(simulated.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(simulated.services, { ...params, payInAccountId: 2, currency: 'EUR' });
  await seedPayment(simulated.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
});
afterAll(() => database.close());

/** The same key for both apps: a refusal must not be stored under it. */
const keys = Object.fromEntries(
  ['link', 'other', 'payout', 'refund', 'exchange'].map((name) => [name, crypto.randomUUID()]),
);
const headers = (name: string) => ({ 'idempotency-key': keys[name] ?? '' });
const makeLink = (app: TestApp, key = 'link') => {
  const body = {
    applicationId: ids.harbourShop,
    paymentRequest: { currency: 'GBP', amount: 10, reference: 'ORDER-1' },
  };
  return app.call(createPaymentLink, { token, body, headers: headers(key) });
};
const payOut = (app: TestApp) =>
  app.call(makePayout, { params, token, body: { payInAccountId: 1, amount: 5 }, headers: headers('payout') });
const refund = async (app: TestApp) => {
  const paymentId = (await database.query<{ id: string }>('SELECT payment_id AS id FROM payments LIMIT 1'))[0]!.id;
  const body = { refundPaymentAmount: 3 };
  return app.call(startRefund, { params: { paymentId }, token, body, headers: headers('refund') });
};
const quote = (app: TestApp) => {
  const body = { fromPayInAccountId: 1, toPayInAccountId: 2, sellAmount: 10 };
  return app.call(quoteExchange, { params, token, body });
};
const book = async (app: TestApp) => {
  const { quoteId } = (await quote(simulated)).value();
  return app.call(bookExchange, { params, token, body: { quoteId }, headers: headers('exchange') });
};

test.each(Object.entries({ makeLink, payOut, refund, quote, book }))(
  'rejects %s with a message when no account provider is connected, and accepts it once one is',
  async (_name, act) => {
    const before = await readBooks(database, books);
    expect((await act(live)).problem()).toMatchObject({
      statusCode: 422,
      statusName: 'NO_ACCOUNT_PROVIDER',
      errorMessage: expect.stringContaining('no account provider'),
    });
    expect(await readBooks(database, books)).toEqual(before);
    expect((await act(simulated)).status).toBeLessThan(300);
  },
);

const post = (app: TestApp, path: string, form: Record<string, string>) =>
  app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });

test('a shopper cannot pay at a simulated bank, reads why, and money approved elsewhere does not arrive', async () => {
  const { paymentIntentId } = (await makeLink(simulated, 'other')).value();
  const begun = await post(simulated, `/sandbox/pay/${paymentIntentId}`, { institutionId: 'natwest', name: '' });
  const bank = begun.headers.get('location') ?? '';
  const before = await readBooks(database, books);
  for (const path of [`/sandbox/pay/${paymentIntentId}`, bank]) {
    const page = await live.app.request(path);
    const text = await page.text();
    expect([page.status, text.includes('<button'), text.includes('No money was taken')]).toEqual([422, false, true]);
  }
  const form = { decision: 'APPROVE', name: 'Sam', institutionId: 'natwest' };
  expect((await post(live, bank, form)).status).toBe(422);
  expect((await post(live, `/sandbox/pay/${paymentIntentId}`, form)).status).toBe(422);
  const paymentId = bank.split('/').at(-1)!;
  const status = async () => (await simulated.call(getPayIn, { token, params: { paymentId } })).value().paymentStatus;
  expect(await status()).toBe('AWAITING_AUTHORIZATION');

  expect((await decideAtBank(simulated, bank)).status).toBe(303);
  for (const app of [live, simulated]) app.pass({ seconds: 30 });
  await live.runDueWork();
  expect([await status(), await readBooks(database, books)]).toEqual(['AUTHORIZED', before]);
  await simulated.runDueWork();
  expect(await status()).not.toBe('AUTHORIZED');
});

const daily = { payInAccountId: 1, enabled: true, frequency: 'DAILY', timeUtc: '06:00', amountType: 'ALL' };
const setSchedule = async (app: TestApp, body: object) => {
  const headers = await proved(simulated, token);
  return app.call(setPayoutSchedule, { params, token, body, headers });
};
const schedules = () => database.query<{ next: Date }>('SELECT next_run_at AS next FROM payout_schedules');

test('rejects a schedule that would move money, with a message; an existing one can be switched off', async () => {
  expect((await setSchedule(live, daily)).problem()).toMatchObject({
    statusCode: 422,
    statusName: 'NO_ACCOUNT_PROVIDER',
    errorMessage: expect.stringContaining('no account provider'),
  });
  expect(await schedules()).toEqual([]);
  expect((await setSchedule(simulated, daily)).status).toBe(200);
  expect((await setSchedule(live, { ...daily, enabled: false })).value().enabled).toBe(false);
});

test('leaves the slot of an older schedule empty with a reason, and plans its next one', async () => {
  const { nextRunAtUtc } = (await setSchedule(simulated, daily)).value();
  for (const app of [live, simulated]) app.pass({ hours: 24 });
  await live.runDueWork();
  token = await signInAs(simulated, 'editor');
  const payouts = (await simulated.call(listPayouts, { params, token })).value();
  expect(payouts.content.filter(({ type }) => type === 'SCHEDULED_PAYOUT')).toEqual([]);
  const missed = await database.query(`SELECT detail FROM activity WHERE action = 'PAYOUT_SLOT_MISSED'`);
  expect(missed).toEqual([{ detail: expect.stringContaining('No account provider is connected.') }]);
  const [row] = await schedules();
  expect(row!.next.getTime()).toBeGreaterThan(Date.parse(nextRunAtUtc!));
});

test('the books pass the audit afterwards', async () => {
  expect(await audit(database)).toEqual([]);
});
