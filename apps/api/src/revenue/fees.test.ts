import { exportAllFees, exportFees, getFeeStatement, listFees } from '@volume/contract/balances/fees.ts';
import { getRevenue } from '@volume/contract/balances/revenue.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

interface Paid {
  merchantId: string;
  at: number;
  amount: number;
  currency: 'EUR' | 'GBP';
  status: 'AUTHORIZED' | 'FAILED' | 'COMPLETED' | 'SETTLED';
  isReturned: boolean;
}
interface Rate {
  merchantId: string;
  day: string;
  /** In thousandths of a percent. */
  rate: number;
}

const first = 1250;
const merchants = [ids.harbour, ids.stranger];
const months = ['2026-08', '2026-09', '2026-10', '2026-11'];
const currencies = ['GBP', 'EUR'] as const;
let database: Database;
let app: TestApp;
let token: string;
let admin: string;
let paid: Paid[];

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  await seedAccount(app.services, account(ids.harbour, ids.harbourShop, 1));
  await seedAccount(app.services, account(ids.stranger, ids.strangerShop, 2));
  paid = Array.from({ length: 240 }, (_, nth) => draw(nth));
  await database.transaction(async ({ query }) => {
    for (const [nth, one] of paid.entries()) await insert(query, one, nth);
  });
  token = await signInAs(app, 'viewer');
  admin = await signInAs(app, 'reader');
});
afterAll(() => database.close());

const account = (merchantId: string, applicationId: string, payInAccountId: number) =>
  ({ merchantId, applicationId, payInAccountId, currency: 'GBP' }) as const;

/** Every sixth payment is in the last millisecond of a day or in the first of the next one. */
function draw(nth: number): Paid {
  const statuses = ['SETTLED', 'COMPLETED', 'SETTLED', 'AUTHORIZED', 'FAILED'] as const;
  const status = statuses[nth % 5] ?? 'SETTLED';
  const begin = Date.UTC(2026, 7);
  const time = (nth * 7_919_113_331) % (112 * 86_400_000);
  const border = Math.floor(time / 86_400_000) * 86_400_000 - (nth % 2);
  return {
    merchantId: merchants[nth % 2] ?? ids.harbour,
    at: begin + (nth % 6 === 0 ? Math.max(border, 0) : time),
    amount: 1 + ((nth * 104_729) % 99_991),
    currency: nth % 3 ? 'GBP' : 'EUR',
    status,
    isReturned: status === 'SETTLED' && nth % 7 === 0,
  };
}

async function insert(query: Database['query'], one: Paid, nth: number): Promise<void> {
  const [applicationId, payee] = one.merchantId === ids.harbour ? [ids.harbourShop, 1] : [ids.strangerShop, 2];
  await query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, payee_detail_id, created_at, updated_at, amount, currency, status,
       type, hold, is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7::currency, $8::payment_status, 'VOLUME', $9::hold_state, true, false, false, 'R')`,
    [
      one.merchantId,
      `01900000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
      applicationId,
      payee,
      new Date(one.at).toISOString(),
      one.amount,
      one.currency,
      one.status,
      one.isReturned ? 'RETURNED' : 'NONE',
    ],
  );
}

async function setRates(rates: readonly Rate[]): Promise<void> {
  await database.query('DELETE FROM fee_changes');
  for (const { merchantId, day, rate } of rates) {
    await database.query(
      `INSERT INTO fee_changes (merchant_id, valid_from, percentage, set_by, set_at)
       VALUES ($1, $2::date, $3::numeric / 1000, 'ada', now()) ON CONFLICT DO NOTHING`,
      [merchantId, day, rate],
    );
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const has = (one: Paid) => ['COMPLETED', 'SETTLED'].includes(one.status) && !one.isReturned;
const inMonth = (month: string) => (one: Paid) => dayOf(one.at).startsWith(month);

/** The fee of one payment in 1/100,000 of a penny, by the rate of its day. */
function feeOf(one: Paid, rates: readonly Rate[]): bigint {
  const before = rates.filter(({ merchantId, day }) => merchantId === one.merchantId && day <= dayOf(one.at));
  const newest = before.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
  return BigInt(one.amount) * BigInt(newest?.rate ?? first);
}
const half = 50_000n;
const rounded = (exact: bigint) => Number((exact + half) / 100_000n);

/** The sums, computed payment by payment; undefined for a merchant without any. */
function twin(merchantId: string, month: string, currency: string, rates: readonly Rate[]) {
  const counted = paid.filter(
    (one) => one.merchantId === merchantId && one.currency === currency && inMonth(month)(one) && has(one),
  );
  if (counted.length === 0) return undefined;
  const exact = counted.reduce((sum, one) => sum + feeOf(one, rates), 0n);
  const amount = counted.reduce((sum, one) => sum + one.amount, 0);
  return { count: counted.length, amount, fee: rounded(exact), exact };
}

const parseExact = (text: string): bigint => {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(7, '0'));
};
const statementOf = async (month: string, merchantId: string = ids.harbour) =>
  (await app.call(getFeeStatement, { token: admin, params: { merchantId }, query: `month=${month}` })).value();
const rowsOf = (text: string) =>
  text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

const rate = fc.record({
  merchantId: fc.constantFrom(...merchants),
  day: fc
    .integer({ min: Date.UTC(2026, 6, 20), max: Date.UTC(2026, 10, 30) })
    .map((at) => (at % 4 === 0 ? `${dayOf(at).slice(0, 7)}-01` : dayOf(at))),
  rate: fc.integer({ min: 0, max: 100_000 }),
});
const ratesOf = fc.uniqueArray(rate, { maxLength: 8, selector: ({ merchantId, day }) => merchantId + day });

test('statement, revenue, list and CSV equal a sum of payment by payment for any rates, months and currencies', async () => {
  const property = fc.asyncProperty(ratesOf, fc.constantFrom(...months), async (rates, month) => {
    await setRates(rates);
    const period = `startDateTimeUtc=${month}-01T00:00:00.000&endDateTimeUtc=${endOf(month)}&periodType=MONTH`;
    const all: Record<string, number> = {};
    for (const merchantId of merchants) {
      const { currencies: found } = await statementOf(month, merchantId);
      const revenue = await app.call(getRevenue, { token: admin, query: `${period}&merchantId=${merchantId}` });
      for (const currency of currencies) {
        const wanted = twin(merchantId, month, currency, rates);
        const fees = found.find((each) => each.currency === currency && each.count > 0);
        const { count, amount, fee } = fees ?? {};
        const item = revenue.value().items.find((each) => each.currency === currency);
        expect({ count, amount, fee }).toEqual(pick(wanted));
        expect(pick(item)).toEqual(pick(wanted));
        const exact = fees?.lines.reduce((sum, line) => sum + parseExact(line.exactFee), 0n);
        expect(exact).toBe(wanted?.exact);
        if (wanted) all[currency] = (all[currency] ?? 0) + wanted.fee;
      }
    }
    const ofAll = (await app.call(getRevenue, { token: admin, query: period })).value().items;
    expect(Object.fromEntries(ofAll.map(({ currency, fee }) => [currency, fee]))).toEqual(all);
    const { totals } = (await app.call(listFees, { token: admin, query: `month=${month}` })).value();
    expect(Object.fromEntries(totals.map(({ currency, fee }) => [currency, fee]))).toEqual(all);
  });
  await fc.assert(property, { numRuns: 40 });
});

const pick = (of: { count: number; amount: number; fee: number } | undefined) => ({
  count: of?.count,
  amount: of?.amount,
  fee: of?.fee,
});
function endOf(month: string): string {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth) - 1).toISOString().slice(0, -1);
}

test('the control that rounds each payment, or takes today’s rate, has another total', async () => {
  const rates = [{ merchantId: ids.harbour, day: '2026-10-15', rate: 31 }];
  await setRates(rates);
  const counted = paid.filter((one) => one.merchantId === ids.harbour && inMonth('2026-10')(one) && has(one));
  const gbp = counted.filter(({ currency }) => currency === 'GBP');
  const right = (await statementOf('2026-10')).currencies.find(({ currency }) => currency === 'GBP')?.fee;
  const eachRounded = gbp.reduce((sum, one) => sum + rounded(feeOf(one, rates)), 0);
  const byToday = rounded(gbp.reduce((sum, one) => sum + BigInt(one.amount) * 31n, 0n));
  expect(eachRounded).not.toBe(right);
  expect(byToday).not.toBe(right);
});

test('the CSV has each pay-in with its exact fee, and they add up to the statement', async () => {
  const rates = [
    { merchantId: ids.harbour, day: '2026-10-10', rate: 333 },
    { merchantId: ids.harbour, day: '2026-10-20', rate: 7 },
  ];
  await setRates(rates);
  const { currencies: found } = await statementOf('2026-10');
  for (const { currency, count, amount, fee, lines } of found) {
    const query = `month=2026-10&currency=${currency}`;
    const params = { merchantId: ids.harbour };
    const rows = rowsOf((await app.call(exportFees, { token, params, query })).text);
    expect(rows).toHaveLength(count);
    const sum = (column: number) => rows.reduce((total, row) => total + parseExact(row[column] ?? ''), 0n);
    expect(sum(5)).toBe(BigInt(amount) * 100_000n);
    expect(rounded(sum(7))).toBe(fee);
    const wanted = paid
      .filter(
        (one) => one.merchantId === ids.harbour && one.currency === currency && inMonth('2026-10')(one) && has(one),
      )
      .toSorted((a, b) => a.at - b.at);
    expect(rows.map((row) => parseExact(row[7] ?? ''))).toEqual(wanted.map((one) => feeOf(one, rates)));
    expect(lines.map(({ from, to, percentage }) => [from, to, percentage])).toEqual([
      ['2026-10-01', '2026-10-09', 1.25],
      ['2026-10-10', '2026-10-19', 0.333],
      ['2026-10-20', '2026-10-31', 0.007],
    ]);
  }
  expect(found.map(({ currency }) => currency)).toEqual(['GBP', 'EUR']);
});

test('each line links to the list of its pay-ins; returned ones have a list and no fee', async () => {
  await setRates([{ merchantId: ids.harbour, day: '2026-09-13', rate: 333 }]);
  const total = async (query: string) =>
    (await app.call(listPayIns, { token, query: `paymentStatuses=COMPLETED,SETTLED&size=1&${query}` })).value()
      .totalElements;
  const { currencies: found } = await statementOf('2026-09');
  for (const { currency, lines, returned } of found) {
    for (const { from, to, count } of lines) {
      const days = `startDateTimeUtc=${from}T00:00:00.000&endDateTimeUtc=${to}T23:59:59.999`;
      expect(await total(`${days}&currencies=${currency}&returnedFilter=NOT_RETURNED`)).toBe(count);
    }
    const month = 'startDateTimeUtc=2026-09-01T00:00:00.000&endDateTimeUtc=2026-09-30T23:59:59.999';
    expect(await total(`${month}&currencies=${currency}&returnedFilter=RETURNED`)).toBe(returned.count);
  }
  const returned = paid.filter((one) => one.merchantId === ids.harbour && one.isReturned && inMonth('2026-09')(one));
  expect(found.reduce((sum, each) => sum + each.returned.count, 0)).toBe(returned.length);
  expect(returned.length).toBeGreaterThan(0);
});

test('shows pay-ins in progress and that a month has not ended; a month without pay-ins is empty', async () => {
  const november = await statementOf('2026-11');
  expect(november.isSoFar).toBe(true);
  expect((await statementOf('2026-10')).isSoFar).toBe(false);
  const underWay = paid.filter((one) => one.status === 'AUTHORIZED' && one.merchantId === ids.harbour);
  expect(november.underWay).toBe(underWay.filter(inMonth('2026-11')).length);
  expect(await statementOf('2027-05')).toMatchObject({ companyName: 'Harbour & Bloom', currencies: [], isSoFar: true });
});

test('administrators search, sort and page the fees of all merchants; the CSV has the same rows', async () => {
  await setRates([]);
  const ask = async (query: string) =>
    (await app.call(listFees, { token: admin, query: `month=2026-10&${query}` })).value();
  const all = await ask('size=100');
  expect(all.content).toHaveLength(4);
  const fees = (await ask('sort=fee,desc&size=100')).content.map(({ fee }) => fee);
  expect(fees).toEqual(fees.toSorted((a, b) => b - a));
  expect((await ask('size=1&page=2')).content).toEqual(all.content.slice(2, 3));
  expect((await ask('search=harb')).content.map(({ currency }) => currency)).toEqual(['GBP', 'EUR']);
  expect((await ask('search=harb&currency=EUR')).totals).toHaveLength(1);
  const file = await app.call(exportAllFees, { token: admin, query: 'month=2026-10' });
  expect(rowsOf(file.text).map(([, id, currency]) => [id, currency])).toEqual(
    all.content.map(({ merchantId, currency }) => [merchantId, currency]),
  );
});

test.each(['', 'month=2026-13', 'month=October', 'month=2026-1'])('refuses the month of "%s"', async (query) => {
  for (const endpoint of [getFeeStatement, listFees, exportAllFees] as const) {
    const refused = await app.call(endpoint, { token: admin, params: { merchantId: ids.harbour }, query });
    expect(refused.status).toBe(400);
    expect(refused.problem().errorMessage).toContain('month');
  }
});
