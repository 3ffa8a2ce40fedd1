import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import { type PayInFilter, toCondition } from './pay-in-filter.ts';
import { payInColumns, type PayInRow, toListItem } from './pay-in-row.ts';

/** Where a page lies: `page` is zero-based, `size` at most 100. */
export interface PagePosition {
  page: number;
  size: number;
  order: 'newest' | 'oldest';
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
  const { page, size, order } = position;
  const { sql, parameters } = toCondition(filter);
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  const limit = `LIMIT $${parameters.push(size)}::bigint OFFSET $${parameters.push(page * size)}::bigint`;
  const rows = await queries.query<PayInRow>(
    `WITH page AS MATERIALIZED (
      SELECT p.merchant_id, p.payment_id FROM payments AS p WHERE ${sql} ORDER BY p.created_at ${direction}, p.payment_id ${direction} ${limit}
    )
    SELECT ${payInColumns} FROM page JOIN payments AS p ON p.merchant_id = page.merchant_id AND p.payment_id = page.payment_id
    ORDER BY p.created_at ${direction}, p.payment_id ${direction}`,
    parameters,
  );
  return rows.map(toListItem);
}
