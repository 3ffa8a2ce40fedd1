import { parseUtc } from '@volume/contract/period.ts';
import { justAfter } from '#core/list-filters.ts';
import { allOf, type Sql, sql } from '#database/sql.ts';
import { type RevenueFilter, whose } from './select-revenue.ts';

/**
 * The filtered pay-ins that were returned to the payer, as rows to take away: a returned pay-in leaves the revenue
 * (contract §10 Held). There are few, and an index holds them alone.
 */
export function selectReturned(filter: RevenueFilter): Sql {
  const { startDateTimeUtc: start, endDateTimeUtc: end } = filter;
  const conditions = allOf([
    sql`hold = 'RETURNED'`,
    ...whose(filter),
    start === undefined ? null : sql`created_at >= ${new Date(parseUtc(start))}::timestamptz`,
    end === undefined ? null : sql`created_at < ${justAfter(end)}::timestamptz`,
  ]);
  return sql`SELECT merchant_id, created_at AT TIME ZONE 'UTC' AS at, currency, status, -1::bigint AS count,
    -amount AS amount
    FROM payments WHERE ${conditions}`;
}
