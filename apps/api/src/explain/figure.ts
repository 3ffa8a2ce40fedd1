import type {
  ExplainedPart,
  ExplainQuery,
  FigurePart,
  FigureSum,
  HiddenReason,
} from '@volume/contract/explain/explain.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { WithSums } from '#core/handler.ts';
import { wrongField } from '#core/problem.ts';
import type { Integer, Queries } from '#database/database.ts';
import { raw, type Sql, sql } from '#database/sql.ts';

/**
 * Lets two additional processes of the database read for the rest of this transaction. An explanation adds up every row, and a
 * merchant can have a million; for few rows PostgreSQL starts none. Explanations have the limits of exports, so that few run at a
 * time.
 */
export const readInParallel = ({ query }: Queries): Promise<unknown> =>
  query(sql`SET LOCAL max_parallel_workers_per_gather = 2`);

/** The requested figure, all of it read from one snapshot. */
export interface Asked {
  queries: Queries;
  query: ExplainQuery;
  /** Null for all merchants, administrators only. */
  merchantId: string | null;
  now: Date;
  /** An earlier moment; null for now. */
  at: Date | null;
}
export type AskedOfMerchant = Asked & { merchantId: string };

export type Sum = WithSums<FigureSum>;
export type Part = WithSums<ExplainedPart>;
type Sign = ExplainedPart['sign'];

/** The kind of a part's rows. */
export type RowsOf = 'payments' | 'ledger' | 'payouts' | 'refunds' | 'items';

/** Rows that are one or more parts of a figure. */
export interface Source {
  of: RowsOf | ((part: FigurePart) => RowsOf);
  /** Its parts in the order of the response. Rows of any other part are counted in none, so that they show as a difference. */
  parts: Partial<Record<FigurePart, Sign>>;
  /**
   * Rows `(part, key, id, at, amount)`, from ledger legs also `ledger_account_id`, from payments of all merchants also
   * `merchant_id`, of fees also `rate`.
   */
  select: Sql;
  /** True when its amounts are fees in minor units, which are rounded after adding up: all of them, or each merchant's. */
  rounds?: 'TOTAL' | 'EACH_MERCHANT';
  /** Its only part is the total of the figure that links to it: the same rows, which need not be added up again. */
  isTotalOfFigure?: true;
}

export const rowsOf = ({ of }: Source, part: FigurePart): RowsOf => (typeof of === 'function' ? of(part) : of);

export interface Adding {
  sources: readonly Source[];
  /** The sums that the figure has. A share is that of one of its parts. */
  has: { count?: true; amount?: true; shareOf?: FigurePart };
  /** The figure as its own call reads it. */
  readShown: () => Promise<Sum>;
}

export interface Figure extends Adding {
  currency: Currency | null;
  hidden?: HiddenReason | null;
  onStatement?: (Adding & { payInAccountIds: number[] }) | undefined;
}

export const none: Sum = { count: null, amount: null, share: null };

/** @throws Problem 400 when the query does not have it */
export function required<Name extends keyof ExplainQuery>(
  query: ExplainQuery,
  name: Name,
): NonNullable<ExplainQuery[Name]> {
  const value = query[name];
  if (value == null) throw wrongField(name, 'is required for this figure.');
  return value as NonNullable<ExplainQuery[Name]>;
}

interface SumRow {
  part: FigurePart;
  key: string | null;
  rate: Part['rate'];
  count: number;
  amount: Integer;
  exact: string;
  /** The sum of all rows as the figure rounds it. */
  whole: Integer;
}

async function readSource({ query }: Queries, source: Source, hasAmounts: boolean): Promise<Part[]> {
  const { parts, rounds } = source;
  const rows = await query<SumRow>(sumsOf(source));
  const found = (Object.entries(parts) as [FigurePart, Sign][]).flatMap(([part, sign]) => {
    const own = rows.filter((row) => row.part === part);
    const empty = keyed.has(part) ? [] : [{ key: null, rate: null, count: 0, amount: 0, exact: '0' }];
    return (own.length > 0 ? own : empty).map(({ key, rate, count, amount, exact }) => ({
      part,
      key,
      sign,
      count,
      amount: hasAmounts ? amount : null,
      exact: rounds ? exact : null,
      rate,
    }));
  });
  return rounds ? [...found, ...roundingOf(rows, rounds)] : found;
}

/** One row for each part, key and rate. */
function sumsOf({ select, rounds }: Source): Sql {
  if (rounds !== 'EACH_MERCHANT')
    return sql`SELECT part, key, ${raw(rounds ? 'rate' : 'NULL::jsonb')} AS rate, count(*) AS count,
        round(sum(amount)) AS amount, trim_scale(sum(amount) * 0.01)::text AS exact,
        round(sum(sum(amount)) OVER ()) AS whole
      FROM (${select}) AS s GROUP BY 1, 2, 3 ORDER BY 2`;
  return sql`SELECT part, key, NULL::jsonb AS rate, sum(count)::bigint AS count, round(sum(amount)) AS amount,
      trim_scale(sum(amount) * 0.01)::text AS exact, sum(sum(round(amount))) OVER () AS whole
    FROM (
      SELECT part, key, merchant_id, count(*) AS count, sum(amount) AS amount FROM (${select}) AS s GROUP BY 1, 2, 3
    ) AS m GROUP BY 1, 2 ORDER BY 2`;
}

/** Parts that are listed once for each key that occurs. */
const keyed: ReadonlySet<FigurePart> = new Set<FigurePart>(['STATUS', 'RATE', 'ITEM_STATE']);

/** The difference between the rounded figure and the sum of its rounded parts. */
function roundingOf(rows: readonly SumRow[], rounds: NonNullable<Source['rounds']>): Part[] {
  const rounding = BigInt(rows[0]?.whole ?? 0) - rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (rounding === 0n) return [];
  const [sign, amount] = rounding < 0n ? (['MINUS', -rounding] as const) : (['PLUS', rounding] as const);
  const part = rounds === 'TOTAL' ? 'ROUNDING' : 'ROUNDING_OF_MERCHANTS';
  return [{ part, key: null, sign, count: null, amount, exact: null, rate: null }];
}

const add = (parts: readonly Part[], of: 'count' | 'amount'): bigint =>
  parts.reduce((sum, each) => sum + (each.sign === 'PLUS' ? 1n : -1n) * BigInt(each[of] ?? 0), 0n);

export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const wholeFigure = ({ parts }: Source, { count, amount }: Sum): Part[] =>
  (Object.entries(parts) as [FigurePart, Sign][]).map(([part, sign]) => ({
    part,
    key: null,
    sign,
    count,
    amount,
    exact: null,
    rate: null,
  }));

/**
 * The parts of a figure, their total and its difference to the shown figure; `figure` is the total of the figure that links to
 * this one.
 */
export async function explain(
  queries: Queries,
  { sources, has, readShown }: Adding,
  { isPast, figure }: { isPast: boolean; figure?: Sum },
) {
  const parts: Part[] = [];
  for (const source of sources) {
    const isKnown = source.isTotalOfFigure && figure;
    parts.push(...(isKnown ? wholeFigure(source, figure) : await readSource(queries, source, has.amount === true)));
  }
  const count = Number(add(parts, 'count'));
  const ofShare = has.shareOf && Number(parts.find(({ part }) => part === has.shareOf)?.count ?? 0);
  const total: Sum = {
    count: has.count ? count : null,
    amount: has.amount ? add(parts, 'amount') : null,
    share: ofShare === undefined ? null : share(ofShare, count),
  };
  const shown = isPast ? null : await readShown();
  return { parts, total, shown, difference: shown && subtract(shown, total) };
}

function subtract(shown: Sum, total: Sum): Sum {
  const [{ count, amount, share: part }, other] = [shown, total];
  return {
    count: count === null || other.count === null ? null : Number(count) - Number(other.count),
    amount: amount === null || other.amount === null ? null : BigInt(amount) - BigInt(other.amount),
    share: part === null || other.share === null ? null : Number(part) - Number(other.share),
  };
}
