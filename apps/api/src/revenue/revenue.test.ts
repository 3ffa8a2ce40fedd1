import { parseUtc, toWireTime } from '@volume/contract/lists/period.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import {
  getPaymentFailures,
  getPaymentsSummary,
  getRevenue,
  type PaymentsSummary,
} from '@volume/contract/balances/revenue.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

interface Paid {
  merchantId: string;
  applicationId: string;
  at: number;
  amount: number;
  currency: 'EUR' | 'GBP';
  status: 'NEW' | 'FAILED' | 'COMPLETED' | 'SETTLED';
  isReturned: boolean;
}

const day = 86_400_000;
const begin = Date.UTC(2026, 10, 14);
const statuses = ['NEW', 'FAILED', 'COMPLETED', 'SETTLED'] as const;
let database: Database;
let app: TestApp;
let token: string;
let admin: string;
let paid: Paid[];

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  const accounts = [
    { merchantId: ids.harbour, applicationId: ids.harbourShop },
    { merchantId: ids.harbour, applicationId: ids.harbourApp },
    { merchantId: ids.stranger, applicationId: ids.strangerShop },
  ];
  paid = Array.from({ length: 150 }, (_, at) => draw(at, accounts[at % 3] ?? accounts[0]!));
  for (const [at, account] of accounts.entries()) {
    await seedAccount(app.services, { ...account, payInAccountId: at + 1, currency: 'GBP' });
  }
  await database.transaction(async ({ query }) => {
    for (const [at, one] of paid.entries()) await insert(query, one, at);
  });
  token = await signInAs(app, 'viewer');
  admin = await signInAs(app, 'reader');
});
afterAll(() => database.close());

/**
 * Every eleventh payment is in the last millisecond of a day or the first of the next; every seventh is as close to a
 * month's border.
 */
function draw(at: number, account: { merchantId: string; applicationId: string }): Paid {
  const border = Date.UTC(2026, 8 + (at % 4)) - begin - (at % 2);
  const time = at % 7 === 3 ? border : at % 11 === 0 ? ((at % 5) + 1) * day - (at % 2) : (at * 7_919_113) % (6 * day);
  const status = statuses[(at * 7) % 5] ?? 'SETTLED';
  const isReturned = status === 'SETTLED' && at % 4 === 0;
  return { ...account, at: begin + time, amount: 100 + at * 37, currency: at % 4 ? 'GBP' : 'EUR', status, isReturned };
}

async function insert(query: Database['query'], one: Paid, at: number): Promise<void> {
  await query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency, status,
       type, hold, is_to_virtual_account, is_new_payment, is_payer_checked, reference, error_description, institution_id)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7::currency, $8::payment_status, 'VOLUME', $9::hold_state, true, false, false, 'R', $10, $11)`,
    [
      one.merchantId,
      `01900000-0000-7000-8000-0000000b${String(at).padStart(4, '0')}`,
      one.applicationId,
      (at % 3) + 1,
      new Date(one.at),
      one.amount,
      one.currency,
      one.status,
      one.isReturned ? 'RETURNED' : 'NONE',
      reasonOf(one),
      bankOf(one),
    ],
  );
}

const reasonOf = ({ status, amount }: Paid) =>
  status !== 'FAILED' || amount % 3 === 0 ? null : amount % 3 === 1 ? 'The payer cancelled' : 'Not enough money';
const bankOf = ({ amount }: Paid) => (amount % 2 === 0 ? 'natwest' : null);

/** Expected counts and sums of these payments by group, in minor units. */
function addUp(of: readonly Paid[], keyOf: (one: Paid) => string): Record<string, [count: number, amount: number]> {
  const sums: Record<string, [number, number]> = {};
  for (const one of of) {
    const [count, amount] = sums[keyOf(one)] ?? [0, 0];
    sums[keyOf(one)] = [count + 1, amount + one.amount];
  }
  return sums;
}

const byStatus = (totals: PaymentsSummary['totals']) =>
  Object.fromEntries(totals.map((each) => [`${each.currency} ${each.paymentStatus}`, [each.count, each.amount]]));
const mine = () => paid.filter(({ merchantId }) => merchantId === ids.harbour);
function beginOf(at: number, periodType: 'DAY' | 'MONTH'): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), periodType === 'DAY' ? date.getUTCDate() : 1);
}
const wire = (at: number) => encodeURIComponent(toWireTime(at));

test("the summary counts only a merchant's own payments; an administrator's counts all or one merchant's", async () => {
  const keyOf = ({ currency, status }: Paid) => `${currency} ${status}`;
  const own = (await app.call(getPaymentsSummary, { token })).value();
  expect(byStatus(own.totals)).toEqual(addUp(mine(), keyOf));
  const all = (await app.call(getPaymentsSummary, { token: admin })).value();
  expect(byStatus(all.totals)).toEqual(addUp(paid, keyOf));
  const one = (await app.call(getPaymentsSummary, { token: admin, query: `merchantId=${ids.harbour}` })).value();
  expect(one).toEqual(own);
  expect((await app.call(getPaymentsSummary, { token, query: `merchantId=${ids.stranger}` })).status).toBe(404);
});

test('failures by reason, bank and hour match a manual count', async () => {
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'NatWest', '[]', '{GBP}', 'SANDBOX')`,
  );
  const ask = async (query: string, as = token) => (await app.call(getPaymentFailures, { token: as, query })).value();
  const [from, to] = [begin + day, begin + 4 * day];
  const periods = [
    { query: '', isIn: () => true },
    {
      query: `applicationId=${ids.harbourShop}&startDateTimeUtc=${wire(from)}&endDateTimeUtc=${wire(to)}`,
      isIn: ({ at, applicationId }: Paid) => at >= from && at <= to && applicationId === ids.harbourShop,
    },
  ];
  for (const { query, isIn } of periods) {
    const failed = mine().filter((one) => one.status === 'FAILED' && isIn(one));
    const counts = (keyOf: (one: Paid) => string) =>
      Object.fromEntries(Object.entries(addUp(failed, keyOf)).map(([key, [count]]) => [key, count]));
    const found = await ask(query);
    expect(found.count).toBe(failed.length);
    expect(failed.length).toBeGreaterThan(0);
    expect(Object.fromEntries(found.reasons.map(({ reason, count }) => [`${reason}`, count]))).toEqual(
      counts((one) => `${reasonOf(one)}`),
    );
    expect(Object.fromEntries(found.banks.map(({ name, count }) => [`${name}`, count]))).toEqual(
      counts((one) => (bankOf(one) ? 'NatWest' : 'null')),
    );
    expect(found.hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    const byHour = counts(({ at }) => `${new Date(at).getUTCHours()}`);
    expect(found.hours.map(({ count }) => count)).toEqual(found.hours.map(({ hour }) => byHour[hour] ?? 0));
  }
  const inList = async (query: string, as = token) =>
    (await app.call(listPayIns, { token: as, query: `paymentStatuses=FAILED&size=1&${query}` })).value().totalElements;
  for (const [found, query, as] of [
    [await ask(periods[1]!.query), periods[1]!.query, token],
    [await ask('', admin), '', admin],
  ] as const) {
    for (const { reason, count } of found.reasons) {
      expect(await inList(`${query}&failureReason=${encodeURIComponent(reason ?? 'NONE')}`, as)).toBe(count);
    }
    for (const { institutionId, count } of found.banks) {
      expect(await inList(`${query}&institutionId=${institutionId ?? 'NONE'}`, as)).toBe(count);
    }
    for (const { hour, count } of found.hours) expect(await inList(`${query}&failureHour=${hour}`, as)).toBe(count);
  }
  const all = await ask('', admin);
  expect(all.count).toBe(paid.filter(({ status }) => status === 'FAILED').length);
  expect((await ask(`startDateTimeUtc=2020-01-01T00:00:00.000&endDateTimeUtc=2020-01-02T00:00:00.000`)).count).toBe(0);
  expect((await app.call(getPaymentFailures, { token, query: `merchantId=${ids.stranger}` })).status).toBe(404);
  expect((await app.call(getPaymentFailures, { token, query: 'startDateTimeUtc=yesterday' })).status).toBe(400);
});

test('any period, application and statuses match a manual count to the millisecond', async () => {
  const near = fc.integer({ min: begin - day, max: begin + 7 * day });
  const far = fc.integer({ min: begin - 90 * day, max: begin + 60 * day });
  const midnight = fc.oneof(near, far).map((at) => Math.floor(at / day) * day);
  const firstOfMonth = fc.integer({ min: 7, max: 13 }).map((month) => Date.UTC(2026, month));
  const time = fc.oneof(near, far, midnight, firstOfMonth);
  const filters = fc.record({
    start: fc.option(time, { nil: null }),
    end: fc.option(
      fc.oneof(
        time,
        time.map((at) => at - 1),
      ),
      { nil: null },
    ),
    periodType: fc.constantFrom('DAY' as const, 'MONTH' as const),
    application: fc.option(fc.constantFrom(ids.harbourShop, ids.harbourApp), { nil: null }),
    statuses: fc.option(fc.subarray([...statuses], { minLength: 1 }), { nil: null }),
  });
  const property = fc.asyncProperty(filters, async ({ start, end, application, statuses: wanted, periodType }) => {
    const query = [
      ...(start === null ? [] : [`startDateTimeUtc=${wire(start)}`]),
      ...(end === null ? [] : [`endDateTimeUtc=${wire(end)}`]),
      ...(application === null ? [] : [`applicationId=${application}`]),
      ...(wanted === null ? [] : [`paymentStatuses=${wanted.join(',')}`]),
      'sort=createdAt,desc',
    ].join('&');
    const kept = mine().filter(
      (one) =>
        (start === null || one.at >= start) &&
        (end === null || one.at <= end) &&
        (application === null || one.applicationId === application),
    );
    const { totals } = (await app.call(getPaymentsSummary, { token, query })).value();
    const summed = kept.filter(({ status }) => wanted === null || wanted.includes(status));
    expect(byStatus(totals)).toEqual(addUp(summed, ({ currency, status }) => `${currency} ${status}`));

    const { items } = (await app.call(getRevenue, { token, query: `${query}&periodType=${periodType}` })).value();
    const counted = wanted ?? ['COMPLETED', 'SETTLED'];
    const taken = kept.filter(({ status, isReturned }) => counted.includes(status) && !isReturned);
    const found = items.map((each) => [`${each.periodStartUtc} ${each.currency}`, [each.count, each.amount]]);
    expect(Object.fromEntries(found)).toEqual(
      addUp(taken, ({ at, currency }) => `${toWireTime(beginOf(at, periodType))} ${currency}`),
    );
  });
  await fc.assert(property, { numRuns: 120 });
});

describe('revenue', () => {
  const rangeOf = (type: string) =>
    `startDateTimeUtc=${wire(begin)}&endDateTimeUtc=${wire(begin + 7 * day)}&periodType=${type}`;

  test.each(['HOUR', 'DAY', 'WEEK', 'MONTH'])('by %s adds up to the same revenue, oldest first', async (type) => {
    const { items, periodType } = (await app.call(getRevenue, { token, query: rangeOf(type) })).value();
    expect(periodType).toBe(type);
    const revenue = mine().filter(
      (one) =>
        ['COMPLETED', 'SETTLED'].includes(one.status) && !one.isReturned && one.at >= begin && one.at < begin + 7 * day,
    );
    const total = items.reduce((sum, { amount }) => sum + amount, 0);
    expect(total).toBe(revenue.reduce((sum, { amount }) => sum + amount, 0));
    const starts = items.map(({ periodStartUtc }) => parseUtc(periodStartUtc));
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  test("weeks begin on Monday, and the fee is the merchant's percentage to the penny", async () => {
    const { items } = (await app.call(getRevenue, { token, query: rangeOf('WEEK') })).value();
    expect(new Set(items.map(({ periodStartUtc }) => periodStartUtc))).toEqual(
      new Set(['2026-11-09T00:00:00.000', '2026-11-16T00:00:00.000']),
    );
    for (const { amount, fee } of items) expect(fee).toBe(Math.round((amount * 125) / 10_000));
  });

  test('rejects hours over more than 8 days, and an unknown period type by name', async () => {
    expect((await app.call(getRevenue, { token, query: 'periodType=HOUR' })).status).toBe(400);
    const refused = (await app.call(getRevenue, { token, query: 'periodType=YEAR' })).problem();
    expect(refused.errorMessage).toContain('periodType');
  });
});
