import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import { countPayIns } from './count-pay-ins.ts';
import { type PayInFilter, toCondition } from './pay-in-filters.ts';
import { payInColumns, type PayInRow, toListItem } from './pay-in-row.ts';
import { toSearchTerm } from './search-term.ts';

/** Where a page lies: `page` is zero-based, `size` at most 100. */
export interface PagePosition {
  page: number;
  size: number;
  order: 'newest' | 'oldest';
}

const toClauses = ({ page, size, order }: PagePosition): { direction: Sql; limit: Sql } => ({
  direction: raw(order === 'newest' ? 'DESC' : 'ASC'),
  limit: sql`LIMIT ${size}::bigint OFFSET ${page * size}::bigint`,
});

/** One page of pay-ins and how many the filter finds. */
export async function findPayInPage(
  queries: Queries,
  filter: PayInFilter,
  position: PagePosition,
): Promise<{ content: PaymentListItem[]; totalElements: number }> {
  const { globalSearch: search } = filter;
  if (search !== undefined && toSearchTerm(search) !== null) return searchPayIns(queries, filter, position);
  const [content, totalElements] = await Promise.all([
    findPayIns(queries, filter, position),
    countPayIns(queries, filter),
  ]);
  return { content, totalElements };
}

/** What a search finds is looked up once, for the page and the count. */
async function searchPayIns(queries: Queries, filter: PayInFilter, position: PagePosition) {
  const { direction, limit } = toClauses(position);
  const rows = await queries.query<PayInRow & { total: number }>(
    sql`WITH found AS MATERIALIZED (
      SELECT p.merchant_id, p.payment_id, p.created_at FROM payments AS p WHERE ${toCondition(filter)}
    ), page AS MATERIALIZED (
      SELECT merchant_id, payment_id FROM found ORDER BY created_at ${direction}, payment_id ${direction} ${limit}
    )
    SELECT ${payInColumns}, (SELECT count(*) FROM found) AS total
    FROM page JOIN payments AS p ON p.merchant_id = page.merchant_id AND p.payment_id = page.payment_id
    ORDER BY p.created_at ${direction}, p.payment_id ${direction}`,
  );
  const [first] = rows;
  // A page beyond the last holds no row that could tell.
  const totalElements = first?.total ?? (position.page === 0 ? 0 : await countPayIns(queries, filter));
  return { content: rows.map(toListItem), totalElements };
}

/**
 * One page of pay-ins. The page's ids come from the list's index alone, however deep it lies; only its own rows are then read.
 * The order is total: payments of one millisecond go by id.
 */
export async function findPayIns(
  queries: Queries,
  filter: PayInFilter,
  position: PagePosition,
): Promise<PaymentListItem[]> {
  const { direction, limit } = toClauses(position);
  const rows = await queries.query<PayInRow>(
    sql`WITH page AS MATERIALIZED (
      SELECT p.merchant_id, p.payment_id FROM payments AS p WHERE ${toCondition(filter)}
      ORDER BY p.created_at ${direction}, p.payment_id ${direction} ${limit}
    )
    SELECT ${payInColumns} FROM page
    JOIN payments AS p ON p.merchant_id = page.merchant_id AND p.payment_id = page.payment_id
    ORDER BY p.created_at ${direction}, p.payment_id ${direction}`,
  );
  return rows.map(toListItem);
}
