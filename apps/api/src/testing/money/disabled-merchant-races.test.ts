import { disableMerchant, enableMerchant } from '@volume/contract/merchants/stopping.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { setPayoutSchedule } from '@volume/contract/payouts/schedules.ts';
import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { setMerchantEnabled } from '#merchants/set-merchant-enabled.ts';
import { pausingBefore, untilDoneOrBlocked } from '#testing/access/pausing.ts';
import { decideAtBank } from '#testing/decide-at-bank.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createNaiveTwin } from './naive-twin.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const settings = { signInsPerMinute: 100_000, stepUpAbove: 100_000_000 };
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
let database: Database;
let api: TestApp;
let paymentId: string;
beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings });
  const books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(api.services, { ...params, payInAccountId: 2, currency: 'EUR' });
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
  paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
});
afterAll(() => database.close());
const set = (enabled: boolean) =>
  setMerchantEnabled(api.services, { merchant: ids.harbour, enabled, by: 'npm run admin -- disable' });
beforeEach(() => set(true));

interface Begun {
  /** The write of the call; the merchant is disabled just before it. */
  write: RegExp;
  table: string;
  call: (by: TestApp, token: string) => Promise<{ status: number; text: string }>;
}
const begun: Record<string, Begun> = {
  'a payout': {
    write: /INSERT INTO outbound_payments/,
    table: 'outbound_payments',
    call: (by, token) => by.call(makePayout, { params, token, body: { payInAccountId: 1, amount: 5 }, headers: key() }),
  },
  'a refund': {
    write: /INSERT INTO refunds/,
    table: 'refunds',
    call: (by, token) =>
      by.call(startRefund, { params: { paymentId }, token, body: { refundPaymentAmount: 3 }, headers: key() }),
  },
  'an exchange': {
    write: /INSERT INTO exchanges/,
    table: 'exchanges',
    call: async (by, token) => {
      const body = { fromPayInAccountId: 1, toPayInAccountId: 2, sellAmount: 10 };
      const { quoteId } = (await by.call(quoteExchange, { params, token, body })).value();
      return by.call(bookExchange, { params, token, body: { quoteId }, headers: key() });
    },
  },
  'a payment link': {
    write: /INSERT INTO payment_intents/,
    table: 'payment_intents',
    call: (by, token) => {
      const paymentRequest = { currency: 'GBP' as const, amount: 10, reference: 'ORDER-1' };
      return by.call(createPaymentLink, {
        token,
        body: { applicationId: ids.harbourShop, paymentRequest },
        headers: key(),
      });
    },
  },
  'a payout schedule': {
    write: /INSERT INTO payout_schedules/,
    table: 'payout_schedules',
    call: async (by, token) =>
      by.call(setPayoutSchedule, {
        params,
        token,
        body: { payInAccountId: 1, enabled: true, frequency: 'DAILY', timeUtc: '06:00', amountType: 'ALL' },
        headers: await proved(by, token),
      }),
  },
};
/** A payer's form, submitted to the pay page. */
async function submitForm({ app }: TestApp, path: string, form: Record<string, string>) {
  const answer = await app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  return { status: answer.status, location: answer.headers.get('location') ?? '' };
}

async function makeLink(token: string): Promise<string> {
  const paymentRequest = { currency: 'GBP', amount: 10, reference: 'ORDER-1' } as const;
  const body = { applicationId: ids.harbourShop, paymentRequest };
  return (await api.call(createPaymentLink, { token, body, headers: key() })).value().paymentIntentId;
}
const begin = (by: TestApp, link: string) => submitForm(by, `/sandbox/pay/${link}`, { institutionId: 'natwest' });
const countPayments = async (status: string) =>
  (await database.query('SELECT FROM payments WHERE status = $1::payment_status', [status])).length;

test.each(['AWAITING_AUTHORIZATION', 'AUTHORIZED'])(
  'the merchant is disabled only after a payment that becomes %s has committed, and none follows',
  async (status) => {
    const link = await makeLink(await signInAs(api, 'admin'));
    let disabled: Promise<number> | undefined;
    const pause = async () => {
      disabled = set(false).then(() => countPayments(status));
      await untilDoneOrBlocked(database, disabled);
    };
    const isStart = status === 'AWAITING_AUTHORIZATION';
    const write = isStart ? /INSERT INTO payments / : /UPDATE payments SET payer_name/;
    const other = createTestApp(pausingBefore(database, write, pause), { settings });
    const act = async (by: TestApp) => {
      if (isStart) return begin(by, link);
      const { location } = await begin(api, link);
      return decideAtBank(by, location);
    };
    const before = await countPayments(status);
    expect((await act(other)).status).toBe(303);
    expect([await disabled, await countPayments(status)]).toEqual([before + 1, before + 1]);
    expect((await begin(api, link)).status).toBe(409);
    expect(await countPayments(status)).toBe(before + 1);
  },
);

const countRows = async (table: string) => (await database.query(`SELECT FROM ${table}`)).length;

/** Makes the call and disables the merchant just before its write; returns both results and the rows at two moments. */
async function raceWith({ write, table, call }: Begun) {
  let disabled: Promise<number> | undefined;
  const pause = async () => {
    disabled = set(false).then(() => countRows(table));
    await untilDoneOrBlocked(database, disabled);
  };
  const other = createTestApp(pausingBefore(database, write, pause), { settings });
  const token = await signInAs(other, 'admin');
  const before = await countRows(table);
  const answer = await call(other, token);
  const whenDisabled = await disabled;
  return { before, whenDisabled, after: await countRows(table), answer };
}

test.each(Object.entries(begun))(
  'the merchant is disabled only after %s that was being written has committed',
  async (_, each) => {
    const { before, whenDisabled, after, answer } = await raceWith(each);
    expect([200, 201], answer.text).toContain(answer.status);
    expect([whenDisabled, after]).toEqual([before + 1, before + 1]);
  },
);

test('of ten payouts concurrent with disabling the merchant, none is made afterwards', async () => {
  const token = await signInAs(api, 'admin');
  const ada = { token, headers: await proved(api, token) };
  const payOut = () => begun['a payout']!.call(api, token);
  const disable = api.call(disableMerchant, { ...ada, params, body: { reason: 'Ownership dispute' } });
  const [whenDisabled, ...answers] = await Promise.all([
    disable.then(async ({ status }) => (status === 200 ? countRows('outbound_payments') : status)),
    ...Array.from({ length: 10 }, payOut),
  ]);
  expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
  expect(await countRows('outbound_payments')).toBe(whenDisabled);
});

const countActions = async () =>
  (await database.query(`SELECT FROM activity WHERE action LIKE 'MERCHANT_%' AND merchant_id = $1`, [ids.harbour]))
    .length;

test('of two administrators who disable or enable at the same time, one gets 409', async () => {
  const token = await signInAs(api, 'admin');
  const ada = { token, headers: await proved(api, token) };
  for (const [endpoint, statusName] of [
    [disableMerchant, 'ALREADY_DISABLED'],
    [enableMerchant, 'ALREADY_ENABLED'],
  ] as const) {
    const before = await countActions();
    const change = () => api.call(endpoint, { ...ada, params, body: { reason: 'Ownership dispute' } });
    const answers = await Promise.all([change(), change()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.problem().statusName).toBe(statusName);
    expect(await countActions()).toBe(before + 1);
  }
});

test('reading first and then writing changes it twice (naive twin)', async () => {
  const twin = await createNaiveTwin(database, 100);
  const [key, one] = [crypto.randomUUID(), 1];
  await Promise.all([twin.takeOnce(key, one), twin.takeOnce(key, one)]);
  // PGlite has one connection, so there the second call starts after the first.
  expect(await twin.taken()).toBe(database.kind === 'pglite' ? 1 : 2);
});

test('without the lock, a call writes after its account was closed (naive twin)', async () => {
  const twin = await createNaiveTwin(database, 100);
  let whenClosed: number | undefined;
  await twin.takeWhileOpen(10, async () => {
    if (database.kind === 'pglite') return;
    await twin.close();
    whenClosed = await twin.taken();
  });
  if (database.kind === 'pglite') return;
  expect(whenClosed).toBe(0);
  expect(await twin.taken()).toBe(10);
});
