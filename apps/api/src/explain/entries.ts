import type { ExplainQuery } from '@volume/contract/explain/explain.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import type { StatementAccount } from '#balances/statement-period.ts';
import { momentAfter } from '#core/list-filters.ts';
import { allOf, type Sql, sql } from '#database/sql.ts';

/** A period, the end exclusive; null where it is open. */
export interface Span {
  from: Date | null;
  before: Date | null;
}

/** The period of a query, up to the moment `at`. */
export function spanOf({ startDateTimeUtc: start, endDateTimeUtc: end }: ExplainQuery, at: Date | null): Span {
  const ends = [...(end === undefined ? [] : [Number(momentAfter(end))]), ...(at ? [Number(at) + 1] : [])];
  return {
    from: start === undefined ? null : new Date(parseUtc(start)),
    before: ends.length === 0 ? null : new Date(Math.min(...ends)),
  };
}

export const isWithin = ({ from, before }: Span, column: Sql = sql`l.at`): Sql =>
  allOf([from && sql`${column} >= ${from}::timestamptz`, before && sql`${column} < ${before}::timestamptz`]);

/** A statement's entries: ledger legs `l` of the provider's side of one account or several. */
export const whereEntries = (
  { merchantId, otherSide }: Pick<StatementAccount, 'merchantId' | 'otherSide'>,
  span: Span,
  ...further: readonly Sql[]
): Sql =>
  allOf([
    sql`l.merchant_id = ${merchantId} AND l.ledger_account_id = ANY(${otherSide}::uuid[])`,
    isWithin(span),
    ...further,
  ]);

interface Entries {
  part: Sql;
  where: Sql;
  amount?: Sql;
  joins?: Sql;
}

/** Entries as rows of parts, their amount positive unless another one is given. */
export const selectEntries = ({ part, where, amount = sql`abs(l.amount)`, joins = sql`` }: Entries): Sql =>
  sql`SELECT ${part} AS part, NULL::text AS key, l.transfer_id AS id, l.ledger_account_id, l.at, ${amount} AS amount
    FROM ledger_legs AS l ${joins} WHERE ${where}`;

/** With their transfers `t`. */
export const joinTransfers = (merchantId: string): Sql =>
  sql`JOIN ledger_transfers AS t ON t.merchant_id = ${merchantId} AND t.transfer_id = l.transfer_id`;

/** The same without plain pay-ins, which are most of the transfers: an index contains everything that a figure needs of the others. */
export const joinOtherTransfers = (merchantId: string): Sql => sql`${joinTransfers(merchantId)} AND t.kind <> 'PAY_IN'`;
