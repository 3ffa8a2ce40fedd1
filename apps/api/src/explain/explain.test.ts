import { isBalanceShown, type StatementLine } from '@volume/contract/balances/balances.ts';
import { getFeeStatement, listFees } from '@volume/contract/balances/fees.ts';
import { getPaymentFailures, getRevenue } from '@volume/contract/balances/revenue.ts';
import type { Explanation, FigurePart, FigureSum } from '@volume/contract/explain/explain.ts';
import { getMerchantHealth } from '@volume/contract/merchants/health.ts';
import { listMerchants, type Merchant } from '@volume/contract/merchants/merchants.ts';
import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { signIn, type SignedIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { samplePassword } from '#sample-data/catalogue/sample-sign-ins.ts';
import {
  ask,
  type Asker,
  type Filters,
  readAccounts,
  readLegs,
  readLines,
  readPayIns,
  readPayouts,
  toQuery,
} from '#testing/explain/read-lists.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let database: Database;
let app: TestApp;
let merchants: Merchant[];
const signInAs = async (email: string) =>
  ((await app.call(signIn, { body: { email, password: samplePassword } })).value() as SignedIn).accessToken;

beforeAll(async () => {
  database = await openTestDatabase('sample');
  app = createTestApp(database, { settings: { signInsPerMinute: 1000 } });
  merchants = (await app.call(listMerchants, { token: await signInAs('ada@volume.example') })).value();
}, 300_000);
afterAll(() => database.close());

/** Users of two merchants, one of whom can only read, and both kinds of administrator. */
const askers = [
  ['isla@harbourbloom.example', 'Harbour & Bloom'],
  ['freya@atlas.example', 'Atlas Franchise Group'],
  ['ada@volume.example', 'Northwind Bicycles'],
  ['reader@volume.example', 'Bäckerei Grünwald GmbH'],
] as const;

async function openAsker(email: string, company: string): Promise<Asker> {
  const merchant = merchants.find(({ companyName }) => companyName === company);
  const [application] = merchant?.applications ?? [];
  if (!merchant || !application) throw new Error(`${company} has no application`);
  const { merchantId } = merchant;
  return { app, token: await signInAs(email), merchantId, applicationId: application.applicationId };
}

/** Whole days, part of a month with whole months in between, and everything. */
const periods: readonly Filters[] = [
  { startDateTimeUtc: '2026-10-22T00:00:00.000', endDateTimeUtc: '2026-11-21T23:59:59.999' },
  { startDateTimeUtc: '2026-07-10T10:30:00.000', endDateTimeUtc: '2026-10-03T08:00:00.000' },
  {},
];

const zero = (sum: FigureSum | null): boolean =>
  sum !== null && Object.values(sum).every((value) => value === null || value === 0);
const add = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
const amountOf = ({ paymentRequest }: PaymentListItem): number => paymentRequest.amount;

/**
 * Requests a figure and every row of its parts: the rows must add up to the parts, the parts to the total, and the total must be
 * the figure that its own call returns.
 */
async function explained(asker: Asker, filters: Filters): Promise<Explanation> {
  const answer = await ask(asker, filters);
  const { parts, total, shown, difference, onStatement } = answer;
  expect([filters, shown, difference]).toEqual([filters, shown, difference && expect.objectContaining({})]);
  expect([filters, difference, zero(difference)]).toEqual([filters, difference, true]);
  if (onStatement) expect([filters, onStatement, zero(onStatement.difference)]).toEqual([filters, onStatement, true]);
  for (const each of [{ parts, total }, ...(onStatement ? [onStatement] : [])]) {
    const signed = (of: 'amount' | 'count') =>
      add(each.parts, (part) => (part.sign === 'PLUS' ? 1 : -1) * (part[of] ?? 0));
    if (each.total.amount !== null) expect([filters, signed('amount')]).toEqual([filters, each.total.amount]);
    if (each.total.count !== null) expect([filters, signed('count')]).toEqual([filters, each.total.count]);
  }
  for (const { part, key, sign, count, amount, exact } of [...parts, ...(onStatement?.parts ?? [])]) {
    if (part.startsWith('ROUNDING')) continue;
    const legs = await readLegs(asker, { ...filters, part, ...(key !== null && { key }) });
    const sum =
      exact === null ? add(legs, (leg) => leg.amount ?? 0) : Math.round(add(legs, (leg) => Number(leg.exact) * 1e6));
    const whole = exact === null ? amount : Math.round(Number(exact) * 1e6);
    expect([filters, part, key, legs.length]).toEqual([filters, part, key, count]);
    if (whole !== null)
      expect([filters, part, key, sum]).toEqual([filters, part, key, sign === 'PLUS' ? whole : 0 - whole]);
    expect(new Set(legs.map(({ id }) => id)).size).toBe(legs.length);
  }
  return answer;
}

const partOf = ({ parts, onStatement }: Explanation, name: FigurePart) =>
  [...parts, ...(onStatement?.parts ?? [])].find(({ part }) => part === name);

describe.each(askers)('requested by %s about %s', (email, company) => {
  let asker: Asker;
  beforeAll(async () => void (asker = await openAsker(email, company)));

  test.each(periods)('the overview’s figures equal those of the list of pay-ins: %j', async (period) => {
    const { merchantId, applicationId } = asker;
    const rows = await readPayIns(asker, { ...period, includeNewPayments: 'true' });
    const isPaid = ({ paymentStatus }: PaymentListItem) => ['COMPLETED', 'SETTLED'].includes(paymentStatus);
    const isReturned = ({ statusTags }: PaymentListItem) => statusTags.includes('RETURNED');
    for (const currency of ['GBP', 'EUR']) {
      const own = rows.filter(({ paymentRequest }) => paymentRequest.currency === currency);
      const kept = own.filter((row) => isPaid(row) && !isReturned(row));
      const figure = { ...period, applicationId, currency };
      const received = await explained(asker, { figure: 'RECEIVED', ...figure });
      expect(received.total).toEqual({ count: kept.length, amount: add(kept, amountOf), share: null });
      const { items } = (
        await app.call(getRevenue, { token: asker.token, query: toQuery({ merchantId, applicationId, ...period }) })
      ).value();
      expect(received.total.amount).toBe(
        add(
          items.filter((item) => item.currency === currency),
          ({ amount }) => amount,
        ),
      );
      await expectMoneyIn(asker, received, period);
      const returned = await explained(asker, { figure: 'RETURNED', ...figure });
      expect(returned.total.amount).toBe(add(own.filter(isReturned), amountOf));
      const settled = await explained(asker, { figure: 'PAY_INS', ...figure, paymentStatuses: 'SETTLED' });
      const expected = own.filter(({ paymentStatus }) => paymentStatus === 'SETTLED');
      expect(settled.total).toEqual({ count: expected.length, amount: add(expected, amountOf), share: null });
    }
    const payIns = await explained(asker, { figure: 'PAY_INS', ...period, applicationId });
    expect(payIns.total.count).toBe(rows.length);
    const rate = await explained(asker, { figure: 'SUCCESS_RATE', ...period, applicationId });
    const failed = rows.filter(({ paymentStatus }) => paymentStatus === 'FAILED').length;
    const paid = rows.filter(isPaid).length;
    expect(rate.total.share).toBe(paid + failed === 0 ? 0 : paid / (paid + failed));
    const failures = await explained(asker, { figure: 'FAILED', ...period, applicationId });
    expect(failures.total.count).toBe(failed);
  });

  test('a reason, a bank and an hour of failed pay-ins have as many rows as the overview counts', async () => {
    const { merchantId, applicationId, token } = asker;
    const query = toQuery({ merchantId, applicationId });
    const { reasons, banks, hours } = (await app.call(getPaymentFailures, { token, query })).value();
    const lines: [Filters, number][] = [
      ...reasons
        .slice(0, 2)
        .map(({ reason, count }): [Filters, number] => [{ failureReason: reason ?? 'NONE' }, count]),
      ...banks
        .slice(0, 2)
        .map((bank): [Filters, number] => [{ institutionId: bank.institutionId ?? 'NONE' }, bank.count]),
      ...hours.slice(9, 11).map(({ hour, count }): [Filters, number] => [{ failureHour: String(hour) }, count]),
    ];
    for (const [line, count] of lines) {
      expect((await explained(asker, { figure: 'FAILED', applicationId, ...line })).total.count).toBe(count);
    }
  });

  test.each([
    {},
    { currencies: 'GBP', paymentStatuses: 'SETTLED', heldFilter: 'NOT_HELD', minAmount: '20' },
    { currencies: 'EUR', refundedFilter: 'REFUNDED' },
    { returnedFilter: 'NOT_RETURNED', startDateTimeUtc: '2026-09-01T00:00:00.000' },
  ])('the list of pay-ins has the rows that its total counts: %j', async (filters) => {
    const rows = await readPayIns(asker, filters);
    const found = await explained(asker, { figure: 'FOUND_PAY_INS', applicationId: asker.applicationId, ...filters });
    expect(found.total).toMatchObject({ count: rows.length, amount: filters.currencies ? add(rows, amountOf) : null });
  });

  test('every account’s balances and every figure of its statement equal the sums of its lines', async () => {
    const { applicationId } = asker;
    for (const account of await readAccounts(asker)) {
      const figure = { applicationId, payInAccountId: String(account.id) };
      const available = await explainedOrHidden(asker, { figure: 'AVAILABLE', ...figure });
      const balance = await explainedOrHidden(asker, { figure: 'BALANCE', ...figure });
      if (isBalanceShown(account)) {
        const { availableBalance, balance: whole } = account.virtualAccountInformation ?? {};
        expect([available.total.amount, balance.total.amount]).toEqual([availableBalance, whole]);
        expect(partOf(available, 'BALANCE')?.amount).toBe(whole);
      } else expect([available.total.amount, balance.shown, available.parts]).toEqual([null, null, []]);
      if (!account.isVirtualAccount) continue;
      for (const period of periods) await expectStatement(asker, figure, period);
    }
  });

  test('the list of payouts has the rows that its total counts', async () => {
    const { applicationId } = asker;
    for (const filters of [{}, { currency: 'GBP' }, { currency: 'EUR', statuses: 'PROCESSED,FAILED' }]) {
      const rows = await readPayouts(asker, filters);
      const { total } = await explained(asker, { figure: 'PAYOUTS', applicationId, ...filters });
      expect(total.count).toBe(rows.length);
      const amount = add(rows, ({ payoutRequestDetails }) => payoutRequestDetails.amount);
      expect(total.amount).toBe(filters.currency ? amount : null);
    }
  });

  test('the fees of a month equal those of its statement', async () => {
    const { merchantId, token } = asker;
    for (const month of ['2026-10', '2026-11']) {
      const statement = (
        await app.call(getFeeStatement, { token, params: { merchantId }, query: `month=${month}` })
      ).value();
      for (const currency of ['GBP', 'EUR'] as const) {
        const of = statement.currencies.find((each) => each.currency === currency);
        const { total, parts } = await explained(asker, { figure: 'FEES', month, currency });
        expect(total).toMatchObject({ count: of?.count ?? 0, amount: of?.fee ?? 0 });
        const rates = parts.filter(({ part }) => part === 'RATE').map(({ rate }) => rate);
        expect(rates).toEqual((of?.lines ?? []).map(({ percentage, from, to }) => ({ percentage, from, to })));
      }
    }
  });
});

/** The received pay-ins lead to the credits of the statements. */
async function expectMoneyIn(asker: Asker, { onStatement }: Explanation, period: Filters): Promise<void> {
  if (!onStatement) return;
  const { startDateTimeUtc: from, endDateTimeUtc: to } = period;
  const lines = [];
  for (const id of onStatement.payInAccountIds) lines.push(...(await readLines(asker, id, { from, to })));
  const credits = lines.filter(({ amount }) => amount > 0);
  expect(onStatement.total).toEqual({
    count: credits.length,
    amount: add(credits, ({ amount }) => amount),
    share: null,
  });
}

const explainedOrHidden = async (asker: Asker, filters: Filters): Promise<Explanation> => {
  const answer = await ask(asker, filters);
  return answer.hidden === null ? explained(asker, filters) : answer;
};

async function expectStatement(asker: Asker, figure: Filters & { payInAccountId: string }, period: Filters) {
  const lines = await readLines(asker, Number(figure.payInAccountId), {
    from: period['startDateTimeUtc'],
    to: period['endDateTimeUtc'],
  });
  const totalOf = async (name: string) => (await explained(asker, { ...figure, ...period, figure: name })).total;
  const amount = ({ amount: minor }: StatementLine) => minor;
  const [ins, outs] = [lines.filter((line) => line.amount > 0), lines.filter((line) => line.amount < 0)];
  expect(await totalOf('MONEY_IN')).toEqual({ count: ins.length, amount: add(ins, amount), share: null });
  expect(await totalOf('MONEY_OUT')).toEqual({ count: outs.length, amount: 0 - add(outs, amount), share: null });
  const [opening, closing] = [await totalOf('OPENING_BALANCE'), await totalOf('CLOSING_BALANCE')];
  expect(closing.amount).toBe((opening.amount ?? 0) + add(lines, amount));
  if (lines.length > 0) expect(closing.amount).toBe(lines[0]?.balanceAfter);
}

test('a merchant’s figures in the administrators’ lists equal those of its health', async () => {
  for (const company of ['Harbour & Bloom', 'Atlas Franchise Group']) {
    const asker = await openAsker('reader@volume.example', company);
    const params = { merchantId: asker.merchantId };
    const health = (await app.call(getMerchantHealth, { token: asker.token, params })).value();
    for (const currency of ['GBP', 'EUR']) {
      const volume = health.volumes.find((each) => each.currency === currency);
      const { total } = await explained(asker, { figure: 'MERCHANT_VOLUME', currency });
      expect(total).toMatchObject({ count: volume?.count ?? 0, amount: volume?.amount ?? 0 });
    }
    expect((await explained(asker, { figure: 'MERCHANT_PAY_INS' })).total.count).toBe(health.payments30Days);
    expect((await explained(asker, { figure: 'MERCHANT_FAILED_SHARE' })).total.share).toBe(health.failedShare);
  }
});

test('the fees of all merchants equal those of the administrators’ list, with and without a search', async () => {
  const { token } = await openAsker('reader@volume.example', 'Harbour & Bloom');
  const all = { app, token } as Asker;
  for (const search of [undefined, 'harbour'])
    for (const currency of ['GBP', 'EUR']) {
      const filters = { month: '2026-10', currency, search };
      const { totals } = (await app.call(listFees, { token, query: toQuery(filters) })).value();
      const { total } = await explained(all, { figure: 'ALL_FEES', ...filters });
      expect(total).toMatchObject({ count: totals[0]?.count, amount: totals[0]?.fee });
    }
});

test('an administrator can ask for the list of all merchants’ pay-ins', async () => {
  const { token } = await openAsker('reader@volume.example', 'Harbour & Bloom');
  const all = { app, token } as Asker;
  const filters = { figure: 'FOUND_PAY_INS', currencies: 'GBP', startDateTimeUtc: '2026-11-15T00:00:00.000' };
  const { total } = await explained(all, filters);
  expect(total.count).toBeGreaterThan(10);
});
