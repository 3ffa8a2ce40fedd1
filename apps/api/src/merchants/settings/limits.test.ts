import {
  changeMerchantLimits,
  getMerchantSettings,
  withdrawMerchantLimits,
} from '@volume/contract/merchants/merchant-settings.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { pausingBefore, untilDoneOrBlocked } from '#testing/access/pausing.ts';
import { createNaiveTwin } from '#testing/money/naive-twin.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour };
const shop = { ...params, applicationId: ids.harbourShop };
const settings = { signInsPerMinute: 100_000, stepUpAbove: 100_000_000 };
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
let database: Database;
let app: TestApp;
let ada: { token: string; headers: Record<string, string> };
let paymentId: string;
const databases: Database[] = [];
beforeEach(async () => {
  database = await openPeople();
  databases.push(database);
  app = createTestApp(database, { settings });
  const books = await seedAccount(app.services, { ...shop, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(app.services, { ...shop, payInAccountId: 2, currency: 'EUR' });
  paymentId = await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 500_000 });
  ada = await as('admin');
});
afterAll(async () => {
  for (const each of databases) await each.close();
});

async function as(name: 'admin' | 'reader', by = app) {
  const token = await signInAs(by, name);
  return { token, headers: await proved(by, token) };
}
const change = (largestAmount: number | null, fromDay = '2026-11-21', by = ada, headers: object = {}) =>
  app.call(changeMerchantLimits, {
    ...by,
    params,
    body: { largestAmount, fromDay },
    headers: { ...by.headers, ...headers },
  });
const withdraw = (by = ada) => app.call(withdrawMerchantLimits, { ...by, params });
const read = async () => (await app.call(getMerchantSettings, { ...(await as('reader')), params })).value().limits;
const payOut = async (amount: number, by = app) =>
  by.call(makePayout, {
    params: shop,
    token: await signInAs(by, 'admin'),
    body: { payInAccountId: 1, amount },
    headers: key(),
  });

test('changes the limit immediately for today, and writes both values to the activity', async () => {
  expect(await read()).toMatchObject({ largestAmount: null, platformLargestAmount: 100_000_000, planned: null });
  expect((await change(100)).value()).toMatchObject({ largestAmount: 10_000, planned: null });
  app.pass({ seconds: 1 });
  expect((await change(50)).value()).toMatchObject({ largestAmount: 5_000 });
  expect((await payOut(50.01)).problem().errorMessage).toBe('amount must be at most 50.00');
  expect((await payOut(50)).status).toBe(200);
  const [entry] = (await app.call(listActivity, { ...ada, params }))
    .value()
    .content.filter(({ action }) => action.startsWith('MERCHANT_LIMITS'));
  expect(entry).toMatchObject({ action: 'MERCHANT_LIMITS_CHANGED', detail: 'Largest amount 100.00 → 50.00 from now' });
});

test('a planned change takes effect at midnight UTC without a job, and is replaced or withdrawn before', async () => {
  await change(100);
  expect((await change(20, '2026-11-22')).value()).toMatchObject({
    largestAmount: 10_000,
    planned: { largestAmount: 2_000, fromDay: '2026-11-22' },
  });
  expect((await change(30, '2026-11-23')).value().planned).toEqual({ largestAmount: 3_000, fromDay: '2026-11-23' });
  expect((await withdraw()).value()).toMatchObject({ largestAmount: 10_000, planned: null });
  expect((await withdraw()).problem().errorMessage).toContain('No change of the limits is planned');
  await change(40, '2026-11-22');
  // A change for today keeps the planned one.
  expect((await change(200)).value()).toMatchObject({ largestAmount: 20_000, planned: { fromDay: '2026-11-22' } });
  app.pass({ hours: 14, minutes: 54, seconds: 59 });
  ada = await as('admin');
  expect((await payOut(40.01)).status).toBe(200);
  app.pass({ seconds: 1 });
  expect((await payOut(40.01)).problem().errorMessage).toBe('amount must be at most 40.00');
  expect(await read()).toMatchObject({ largestAmount: 4_000, planned: null });
  expect((await withdraw()).status).toBe(409);
  // The change that took effect is the current value of the next change.
  expect((await change(60, '2026-12-01')).value()).toMatchObject({ largestAmount: 4_000 });
  expect((await change(null, '2026-11-22')).value()).toMatchObject({
    largestAmount: null,
    planned: { largestAmount: 6_000, fromDay: '2026-12-01' },
  });
});

test('refuses wrong days and amounts by their fields', async () => {
  const faults = [
    [100, '2026-11-20', 'fromDay must be 2026-11-21 or later: it is a day in UTC'],
    [100, '2027-11-23', 'fromDay must be at most a year ahead'],
    [100, '2026-02-30', 'fromDay is not a day'],
    [100, 'tomorrow', 'fromDay must be a day such as 2026-11-21'],
    [0, '2026-11-21', 'largestAmount must be at least 0.01'],
    [1_000_000.01, '2026-11-21', 'largestAmount must be at most LARGEST_AMOUNT, which is 1,000,000.00'],
  ] as const;
  for (const [amount, day, message] of faults) {
    const answer = await change(amount, day);
    expect([answer.status, answer.problem().errorMessage]).toEqual([400, message]);
  }
  expect(await read()).toMatchObject({ largestAmount: null, planned: null });
});

test('needs a step-up, and a change since it was read is 409 with the current limits', async () => {
  const { version } = await read();
  const { token } = ada;
  const unproved = await app.call(changeMerchantLimits, {
    token,
    params,
    body: { largestAmount: 1, fromDay: '2026-11-21' },
  });
  expect(unproved.problem().statusName).toBe('STEP_UP_REQUIRED');
  expect((await change(70)).status).toBe(200);
  const late = await change(80, '2026-11-21', ada, { 'if-match': version });
  expect(late.problem()).toMatchObject({ statusName: 'CHANGED_MEANWHILE', current: { largestAmount: 70 } });
});

test('of two administrators with the same version, one changes the limit', async () => {
  const { version } = await read();
  const answers = await Promise.all([70, 80].map((sum) => change(sum, '2026-11-21', ada, { 'if-match': version })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

/** Every call that the limit applies to; the limit is lowered between its early check and its transaction. */
const entries: Record<string, (by: TestApp, token: string) => Promise<{ status: number; text: string }>> = {
  'a payout': (by, token) =>
    by.call(makePayout, { params: shop, token, body: { payInAccountId: 1, amount: 60 }, headers: key() }),
  'a refund': (by, token) =>
    by.call(startRefund, { params: { paymentId }, token, body: { refundPaymentAmount: 60 }, headers: key() }),
  'a payment link': (by, token) => {
    const paymentRequest = { currency: 'GBP' as const, amount: 60, reference: 'ORDER-1' };
    return by.call(createPaymentLink, {
      token,
      body: { applicationId: ids.harbourShop, paymentRequest },
      headers: key(),
    });
  },
  'a fixed schedule': async (by, token) =>
    by.call(setPayoutSchedule, {
      params: shop,
      token,
      body: { payInAccountId: 1, enabled: true, frequency: 'DAILY', timeUtc: '06:00', amountType: 'FIXED', amount: 60 },
      headers: await proved(app, token),
    }),
  'an exchange': async (by, token) => {
    const body = { fromPayInAccountId: 1, toPayInAccountId: 2, sellAmount: 60 };
    const quoted = await app.call(quoteExchange, { params: shop, token, body });
    if (quoted.status >= 400) return quoted;
    return by.call(bookExchange, { params: shop, token, body: { quoteId: quoted.value().quoteId }, headers: key() });
  },
};
const lock = /pg_advisory_xact_lock_shared\(hashtextextended\('merchant state /;

test.each(Object.entries(entries))(
  '%s is refused when the limit was lowered just before its transaction',
  async (_, call) => {
    // PGlite has one connection, so nothing can happen within a transaction.
    if (database.kind === 'pglite') return;
    const before = createTestApp(
      pausingBefore(database, lock, async () => database.query('UPDATE merchants SET largest_amount = 5000')),
      { settings },
    );
    const answer = await call(before, ada.token);
    expect([400, 422], answer.text).toContain(answer.status);
    expect(answer.text).toContain('at most 50.00');
  },
);

test.each(Object.entries(entries))(
  '%s that was begun first is finished before the limit is lowered',
  async (_, call) => {
    const writes = /INSERT INTO (outbound_payments|refunds|payment_intents|payout_schedules|exchanges) /;
    let lowered: Promise<{ status: number }> | undefined;
    const pause = async () => {
      lowered = change(50);
      await untilDoneOrBlocked(database, lowered);
    };
    const other = createTestApp(pausingBefore(database, writes, pause), { settings });
    const answer = await call(other, ada.token);
    expect([200, 201], answer.text).toContain(answer.status);
    expect((await lowered)?.status).toBe(200);
    expect([400, 422]).toContain((await call(app, ada.token)).status);
  },
);

test('a payout that was made before midnight keeps the limit of its own day, however late it commits', async () => {
  await change(20, '2026-11-22');
  const other = createTestApp(
    pausingBefore(database, /INSERT INTO outbound_payments/, async () => other.pass({ seconds: 1 })),
    { settings },
  );
  other.pass({ hours: 14, minutes: 54, seconds: 59 });
  const made = await payOut(60, other);
  expect([made.status, made.value().createdAtUtc]).toEqual([200, '2026-11-21T23:59:59.000']);
  expect((await payOut(60, other)).status).toBe(400);
});

test('the control without a lock writes an amount above the limit that was lowered after its check', async () => {
  const twin = await createNaiveTwin(database, 100);
  await twin.takeWhileOpen(60, async () => {
    if (database.kind === 'postgres') await twin.close();
  });
  // PGlite has one connection, so nothing can happen between the check and the write.
  expect(await twin.taken()).toBe(60);
});
