import { exportStatement, getStatement, listPayInAccounts } from '@volume/contract/balances/balances.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { getMerchantHealth, listMerchantHealth } from '@volume/contract/merchants/health.ts';
import { exportPayIns, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink, listPaymentLinks } from '@volume/contract/payment-links/payment-links.ts';
import { exportPayouts, listPayouts } from '@volume/contract/payouts/payouts.ts';
import { getPaymentsSummary, getRevenue } from '@volume/contract/balances/revenue.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { decideAtBank } from '#testing/decide-at-bank.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const times = process.env['TEST_COUNTS'] === 'full' ? 1_000 : 3;
const concurrency = 8;
const largest = 1_000_000;
const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let books: Books;

beforeEach(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { largestAmount: largest * 100, signInsPerMinute: 100_000 } });
  books = await seedAccount(app.services, { ...own, payInAccountId: 1, currency: 'GBP' });
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX')`,
  );
});
afterEach(() => database.close());

/** The text of a successful response. */
async function read(endpoint: AnyEndpoint, token: string, query = '', params: Record<string, string> = {}) {
  const { status, text } = await app.call(endpoint, { token, params, query });
  expect([endpoint.name, status, text.slice(0, 200)]).toEqual([endpoint.name, 200, text.slice(0, 200)]);
  return text;
}
const numbers = (text: string, field: string): string[] =>
  [...text.matchAll(new RegExp(`"${field}":(-?[\\d.e+]+)`, 'g'))].map(([, number]) => number ?? '');
const column = (csv: string, name: string): string[] => {
  const [header = [], ...rows] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((cells) => cells[header.indexOf(name)] ?? '');
};

/** Minor units as the wire writes them, without trailing zeros. */
const wire = (minor: bigint): string => csv(minor).replace(/\.?0+$/, '');
const csv = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

/** Reads every figure as a user of the merchant and as both kinds of administrator, and compares it with the payments. */
async function expectFigures(amounts: readonly bigint[]): Promise<void> {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  const fee = (total * 125n + 5_000n) / 10_000n;
  const today = `startDateTimeUtc=2026-11-21T00:00:00.000&endDateTimeUtc=2026-11-21T23:59:59.999`;
  for (const name of ['merchantadmin', 'admin', 'reader'] as const) {
    const token = await signInAs(app, name);
    for (const query of ['', today, name === 'admin' ? `merchantId=${ids.harbour}` : today]) {
      expect(numbers(await read(getPaymentsSummary, token, query), 'amount')).toEqual([wire(total)]);
      for (const period of ['DAY', 'WEEK', 'MONTH', ...(query === today ? ['HOUR'] : [])]) {
        const revenue = await read(getRevenue, token, `${query}&periodType=${period}`);
        expect(numbers(revenue, 'amount')).toEqual([wire(total)]);
        expect(numbers(revenue, 'fee')).toEqual([wire(fee)]);
      }
    }
    const accounts = await read(listPayInAccounts, token, '', own);
    expect([...numbers(accounts, 'availableBalance'), ...numbers(accounts, 'balance')]).toEqual([
      wire(total),
      wire(total),
    ]);
    const statement = await read(getStatement, token, 'size=100', { ...own, payInAccountId: '1' });
    expect(numbers(statement, 'closingBalance')).toEqual([wire(total)]);
    const after = amounts
      .map((_, at) => amounts.slice(0, at + 1).reduce((sum, amount) => sum + amount, 0n))
      .toReversed();
    expect(numbers(statement, 'balanceAfter')).toEqual(after.slice(0, 100).map(wire));
    const later = await read(getStatement, token, 'from=2026-11-21T09:05:00.001', { ...own, payInAccountId: '1' });
    expect(numbers(later, 'closingBalance')).toEqual([wire(total)]);
    const lines = await read(exportStatement, token, '', { ...own, payInAccountId: '1' });
    expect(column(lines, 'Balance after')).toEqual(after.map(csv));
    const payIns = await read(exportPayIns, token, `merchantId=${ids.harbour}`);
    expect(column(payIns, 'Amount').toSorted()).toEqual(amounts.map(csv).toSorted());
    expect(numbers(await read(listPayIns, token, 'size=1'), 'amount')).toEqual([wire(amounts.at(-1) ?? 0n)]);
    await read(listPayouts, token, '', own);
    await read(exportPayouts, token, '', own);
  }
  for (const name of ['admin', 'reader'] as const) {
    const token = await signInAs(app, name);
    expect(numbers(await read(listMerchantHealth, token), 'amount')).toEqual([wire(total)]);
    expect(numbers(await read(getMerchantHealth, token, '', own), 'amount')).toEqual([wire(total)]);
  }
  expect(await audit(database)).toEqual([]);
}

async function pay(amount: number, token: string): Promise<void> {
  const body = { applicationId: ids.harbourShop, paymentRequest: { currency: 'GBP', amount, reference: 'x' } };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { paymentIntentId } = (await app.call(createPaymentLink, { token, body, headers })).value();
  const bank = await post(`/sandbox/pay/${paymentIntentId}`, { institutionId: 'natwest', name: '' });
  expect((await decideAtBank(app, bank)).status).toBe(303);
}
async function post(path: string, form: Record<string, string>): Promise<string> {
  const answer = await app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

const patience = { timeout: 120_000 + times * 200 };

test(
  `${times} payments of the largest amount: every figure is exact, for the merchant and for administrators`,
  patience,
  async () => {
    const token = await signInAs(app, 'operator');
    for (let paid = 0; paid < times; paid += concurrency) {
      await Promise.all(Array.from({ length: Math.min(concurrency, times - paid) }, () => pay(largest, token)));
    }
    for (let second = 0; second < 8; second++) {
      app.pass({ seconds: 1 });
      await app.runDueWork();
    }
    await expectFigures(Array.from({ length: times }, () => BigInt(largest) * 100n));
  },
);

test('sums beyond 2^53 minor units are exact for payments from before there was a largest amount', async () => {
  const before = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1_000_000_000_000_003];
  for (const amount of before) {
    await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount });
    app.pass({ seconds: 1 });
  }
  await expectFigures(before.map(BigInt));
});

test('a link from before there was a largest amount can no longer be paid, and the page says so', async () => {
  const small = createTestApp(database, { settings: { largestAmount: 1_000 } });
  const token = await signInAs(app, 'operator');
  const body = { applicationId: ids.harbourShop, paymentRequest: { currency: 'GBP', amount: 10.01, reference: 'x' } };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { paymentIntentId } = (await app.call(createPaymentLink, { token, body, headers })).value();
  const page = await small.app.request(`/sandbox/pay/${paymentIntentId}`);
  expect(await page.text()).toContain('This payment link is for more than can be paid at once.');
  const answer = await small.app.request(`/sandbox/pay/${paymentIntentId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'institutionId=natwest',
  });
  expect(answer.status).toBe(409);
  expect((await app.call(listPaymentLinks, { token })).value().content[0]?.attempts).toEqual([]);
});
