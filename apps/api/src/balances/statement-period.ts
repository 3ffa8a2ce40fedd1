import { parseUtc, toWireTime } from '@volume/contract/lists/period.ts';
import type { Integer, Queries } from '#database/database.ts';
import { momentAfter } from '#core/list-filters.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { sql } from '#database/sql.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';

export interface StatementPeriod {
  account: StatementAccount;
  days: StatementDay[];
  /** The account's position before the period's first moment and after its last. */
  opening: Stand;
  closing: Stand;
  /** Milliseconds since the epoch, the end exclusive; infinite where the period is open. */
  from: number;
  before: number;
}

interface Asked {
  params: Parameters<typeof findStatementAccount>[1];
  /** Both ends are inclusive, and open when undefined. */
  query: { from?: string | undefined; to?: string | undefined };
}

/**
 * An account's statement period; read its lines from the same snapshot so that figures and lines agree. 404 for an
 * account of another application, 409 for one without a ledger.
 */
export async function readPeriod(snapshot: Queries, { params, query }: Asked): Promise<StatementPeriod> {
  const account = await findStatementAccount(snapshot, params);
  const days = await readDays(snapshot, params);
  const from = query.from === undefined ? Number.NEGATIVE_INFINITY : parseUtc(query.from);
  const before = query.to === undefined ? Number.POSITIVE_INFINITY : momentAfter(query.to).getTime();
  const opening = await balanceAt(snapshot, account, days, from);
  const closing = await balanceAt(snapshot, account, days, Math.max(from, before));
  return { account, days, opening, closing, from, before };
}

/** The same for a file, which ends at the current moment at the latest. */
export function readPeriodUntilNow(
  snapshot: Queries,
  { clock }: Pick<Services, 'clock'>,
  { params, query }: Asked,
): Promise<StatementPeriod> {
  const now = Number(clock.now());
  const to = toWireTime(Math.min(query.to === undefined ? now : parseUtc(query.to), now));
  return readPeriod(snapshot, { params, query: { from: query.from ?? toWireTime(0), to } });
}

export interface StatementAccount {
  merchantId: string;
  payInAccountId: number;
  currency: Currency;
  /** The account number or IBAN. */
  number: string;
  /** Ledger accounts on the provider's side: every leg there is one change of the balance with the opposite sign. */
  otherSide: string[];
}

export interface Totals {
  linesIn: number;
  linesOut: number;
  moneyIn: bigint;
  moneyOut: bigint;
}

/** Money in and money out of a period, both positive. Needs only the index of the legs. */
export async function readTotals(
  { query }: Queries,
  { account: { merchantId, otherSide }, opening, closing, from, before }: StatementPeriod,
): Promise<Totals> {
  const since = Number.isFinite(from) ? sql`AND at >= ${new Date(from)}::timestamptz` : sql``;
  const until = Number.isFinite(before) ? sql`AND at < ${new Date(before)}::timestamptz` : sql``;
  const [out] = await query<{ lines: number; amount: Integer }>(
    sql`SELECT count(*) AS lines, coalesce(sum(amount), 0) AS amount FROM ledger_legs
     WHERE merchant_id = ${merchantId} AND ledger_account_id = ANY(${otherSide}::uuid[]) AND amount > 0 ${since} ${until}`,
  );
  const { lines, amount } = out ?? { lines: 0, amount: 0 };
  const moneyOut = BigInt(amount);
  return {
    linesIn: closing.lines - opening.lines - lines,
    linesOut: lines,
    moneyIn: closing.balance - opening.balance + moneyOut,
    moneyOut,
  };
}

interface Named {
  merchantId: string;
  applicationId: string;
  payInAccountId: number;
}

/** 404 when the account belongs to another application, 409 when it has no ledger. */
export async function findStatementAccount({ query }: Queries, named: Named): Promise<StatementAccount> {
  const { merchantId, applicationId, payInAccountId } = named;
  const [found] = await query<{ currency: Currency; number: string; otherSide: string[] }>(
    sql`SELECT d.for_currency::text AS currency, d.account_identification_1 ->> 'number' AS number, ARRAY(
       SELECT a.ledger_account_id::text FROM ledger_accounts AS a
       WHERE a.merchant_id = ${merchantId} AND a.payee_detail_id = d.payee_detail_id
         AND a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')) AS "otherSide"
     FROM payee_details AS d WHERE d.merchant_id = ${merchantId} AND d.application_id = ${applicationId}
     AND d.payee_detail_id = ${payInAccountId}`,
  );
  if (!found) throw notFound('This pay-in account');
  if (found.otherSide.length === 0)
    throw new Problem(409, 'Only a virtual account has a statement.', { code: 'NO_STATEMENT' });
  return { merchantId, payInAccountId, ...found };
}

const DAY = 86_400_000;

/** A day on which the balance changed, with the position at its end, counted from the first line. */
export interface StatementDay {
  start: number;
  lines: number;
  balance: bigint;
}

/** How many lines an account has had at some moment, and its balance after them in minor units. */
interface Stand {
  lines: number;
  balance: bigint;
}

async function readDays(
  { query }: Queries,
  { merchantId, payInAccountId }: Pick<StatementAccount, 'merchantId' | 'payInAccountId'>,
): Promise<StatementDay[]> {
  const rows = await query<{ day: string; lines: number; balance: Integer }>(
    sql`SELECT day, (sum(lines) OVER passed)::bigint AS lines, sum(amount) OVER passed AS balance
     FROM balance_daily WHERE merchant_id = ${merchantId}
     AND payee_detail_id = ${payInAccountId} WINDOW passed AS (ORDER BY day) ORDER BY day`,
  );
  return rows.map(({ day, lines, balance }) => ({
    start: Date.parse(`${day}T00:00:00Z`),
    lines,
    balance: BigInt(balance),
  }));
}

/** The account's position just before `at` (milliseconds since the epoch, or infinite). */
async function balanceAt(
  { query }: Queries,
  { merchantId, otherSide }: StatementAccount,
  days: readonly StatementDay[],
  at: number,
): Promise<Stand> {
  const midnight = Number.isFinite(at) ? Math.floor(at / DAY) * DAY : at;
  const { lines, balance } = days.findLast(({ start }) => start < midnight) ?? { lines: 0, balance: 0n };
  if (midnight === at || days.every(({ start }) => start !== midnight)) return { lines, balance };
  const [part] = await query<{ lines: number; amount: Integer }>(
    sql`SELECT count(*) AS lines, coalesce(-sum(amount), 0) AS amount FROM ledger_legs
     WHERE merchant_id = ${merchantId} AND ledger_account_id = ANY(${otherSide}::uuid[])
     AND at >= ${new Date(midnight)}::timestamptz AND at < ${new Date(at)}::timestamptz`,
  );
  return { lines: lines + (part?.lines ?? 0), balance: balance + BigInt(part?.amount ?? 0) };
}
