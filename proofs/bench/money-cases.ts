import type { Database } from '#api/database/database.ts';
import type { Person } from '#proofs/bench/open-client.ts';

/** The merchant with the most payments, its first application, and the busiest pay-in account of that application. */
export interface Scope {
  merchantId: string;
  applicationId: string;
  payInAccountId: number;
  payments: number;
}

export interface MoneyCase {
  name: string;
  /** A merchant user when omitted. */
  person?: Person;
  /** The maximum p99 in milliseconds; 50 when omitted. */
  p99?: number;
  /** The path and query of the n-th call of a run, so that no two calls are the same by chance. */
  path: (n: number) => string;
}

export async function readScope(database: Database): Promise<Scope> {
  const [scope] = await database.query<Scope>(
    `SELECT m.merchant_id AS "merchantId", p.application_id AS "applicationId", p.payee_detail_id AS "payInAccountId",
       (SELECT sum(count)::bigint FROM payments_monthly AS d WHERE d.merchant_id = m.merchant_id) AS payments
     FROM merchants AS m JOIN payments AS p USING (merchant_id) WHERE m.company_name = 'Harbour & Bloom' AND p.currency = 'GBP'
     GROUP BY 1, 2, 3 ORDER BY count(*) DESC LIMIT 1`,
  );
  if (!scope) throw new Error('The world has no merchant with payments.');
  return scope;
}

const day = 86_400_000;
const wire = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, -1);

/** Calls about balances, statements, payouts and revenue; the sample data is relative to `now`. */
export function planMoneyCases({ merchantId, applicationId, payInAccountId }: Scope, now: Date): MoneyCase[] {
  const today = Math.floor(now.getTime() / day) * day;
  const back = (days: number, n: number) => today - (days + (n % 5)) * day;
  const period = (days: number, n: number, odd = 0) =>
    `startDateTimeUtc=${wire(back(days, n) + odd)}&endDateTimeUtc=${wire(back(-1, n) - 1 - odd)}`;
  const own = `merchants/${merchantId}/application/${applicationId}`;
  const ours = `merchants/${merchantId}/applications/${applicationId}`;
  const statement = `${ours}/payin-accounts/${payInAccountId}/statement`;
  const dates = (days: number, n: number) => `from=${wire(back(days, n))}&to=${wire(today)}`;
  const account = `applicationId=${applicationId}&payInAccountId=${payInAccountId}`;
  const odd = 5 * 3_600_000 + 1;
  return [
    { name: 'balances', path: () => `${ours}/payin-accounts-with-aggregated-balances` },
    { name: 'statement, 30 days', path: (n) => `${statement}?${dates(29, n)}&page=0&size=20` },
    { name: 'statement, 400 days, page 1,000', path: (n) => `${statement}?${dates(400, n)}&page=${999 + n}&size=20` },
    { name: 'payouts, 30 days', path: (n) => `${own}/outbound-payments?currency=GBP&${period(29, n)}&page=0&size=10` },
    { name: 'payouts, all', path: (n) => `${own}/outbound-payments?currency=GBP&page=${n % 20}&size=10` },
    { name: 'summary, 30 days', path: (n) => `payments/summary?${period(29, n)}` },
    { name: 'summary, 30 days, odd hours', path: (n) => `payments/summary?${period(29, n, odd)}` },
    { name: 'summary, everything', path: () => 'payments/summary' },
    { name: 'revenue by day, 30 days', path: (n) => `revenue?periodType=DAY&${period(29, n)}` },
    { name: 'revenue by day, odd hours', path: (n) => `revenue?periodType=DAY&${period(29, n, odd)}` },
    { name: 'revenue by month, everything', path: () => 'revenue?periodType=MONTH' },
    { name: 'revenue by hour, 7 days', path: (n) => `revenue?periodType=HOUR&${period(6, n)}` },
    { name: 'health of all merchants', person: 'admin', p99: 100, path: () => 'merchants/health' },
    ...planExplanations({ own: { merchantId, applicationId }, account, today, period: (days, n) => period(days, n) }),
  ];
}

interface Explained {
  own: Pick<Scope, 'merchantId' | 'applicationId'>;
  /** The parameters of the pay-in account. */
  account: string;
  today: number;
  period: (days: number, n: number) => string;
}

const why = (name: string, query: (n: number) => string, person: Person = 'merchant'): MoneyCase => ({
  name: `why: ${name}`,
  person,
  p99: 2_000,
  path: (n) => `explain?figure=${query(n)}`,
});
/** The n-th page of the rows of a part. */
const rows = (name: string, query: (n: number) => string): MoneyCase => ({
  name: `rows: ${name}`,
  p99: 4_000,
  path: (n) => `explain/legs?size=20&page=${n}&figure=${query(n)}`,
});

/** Every figure that is explained, over all its payments where it has a period, and pages of its rows. */
function planExplanations({ own, account, today, period }: Explained): MoneyCase[] {
  const [all, days30] = [(n: number) => period(400, n), (n: number) => period(29, n)];
  return [
    why('received, 30 days', (n) => `RECEIVED&currency=GBP&${days30(n)}`),
    why('received, 400 days', (n) => `RECEIVED&currency=GBP&${all(n)}`),
    why('returned, 400 days', (n) => `RETURNED&currency=GBP&${all(n)}`),
    why('pay-ins, everything', () => 'PAY_INS'),
    why('success rate, 400 days', (n) => `SUCCESS_RATE&${all(n)}`),
    why('failed, 400 days', (n) => `FAILED&${all(n)}`),
    why('failed at an hour, 400 days', (n) => `FAILED&failureHour=12&${all(n)}`),
    why('found pay-ins, everything', () => 'FOUND_PAY_INS&currencies=GBP'),
    why('found pay-ins, all merchants', () => 'FOUND_PAY_INS&currencies=GBP', 'admin'),
    why('payouts, 400 days', (n) => `PAYOUTS&applicationId=${own.applicationId}&currency=GBP&${all(n)}`),
    ...planBalances(account, today, all),
    ...planFees(own.merchantId, today),
    rows('received, 400 days', (n) => `RECEIVED&currency=GBP&part=PAID&${all(n)}`),
    rows('received, not yet booked', (n) => `RECEIVED&currency=GBP&part=NOT_YET_BOOKED&${all(n)}`),
  ];
}

const planBalances = (account: string, today: number, all: (n: number) => string): MoneyCase[] => [
  why('available', () => `AVAILABLE&${account}`),
  why('available a month ago', () => `AVAILABLE&${account}&at=${wire(today - 30 * day)}`),
  why('balance', () => `BALANCE&${account}`),
  why('opening balance', () => `OPENING_BALANCE&${account}&startDateTimeUtc=${wire(today)}`),
  why('closing balance', () => `CLOSING_BALANCE&${account}&endDateTimeUtc=${wire(today - 1)}`),
  why('money in, 400 days', (n) => `MONEY_IN&${account}&${all(n)}`),
  why('money out, 400 days', (n) => `MONEY_OUT&${account}&${all(n)}`),
  rows('balance, money in', () => `BALANCE&${account}&part=MONEY_IN`),
  rows('available, held', () => `AVAILABLE&${account}&part=HELD`),
  rows('money in, pay-ins', (n) => `MONEY_IN&${account}&part=PAY_INS_BOOKED&${all(n)}`),
];

function planFees(merchantId: string, today: number): MoneyCase[] {
  const month = wire(today - 20 * day).slice(0, 7);
  const admin = (figure: string) => () => `${figure}&merchantId=${merchantId}`;
  return [
    why('fees of a month', () => `FEES&currency=GBP&month=${month}`),
    why('fees of all merchants', () => `ALL_FEES&currency=GBP&month=${month}`, 'admin'),
    why('volume of a merchant', admin('MERCHANT_VOLUME&currency=GBP'), 'admin'),
    why('pay-ins of a merchant', admin('MERCHANT_PAY_INS'), 'admin'),
    why('failed share of a merchant', admin('MERCHANT_FAILED_SHARE'), 'admin'),
  ];
}
