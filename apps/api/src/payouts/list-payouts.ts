import { toPage } from '@volume/contract/page.ts';
import { listPayouts as endpoint } from '@volume/contract/payouts.ts';
import { handle } from '#core/handler.ts';
import { sql } from '#database/sql.ts';
import { payoutColumns, type PayoutRow, toPayout } from './payout-row.ts';
import { selectPayouts } from './select-payouts.ts';

/** Payouts of an application by currency and period, newest first (§7). */
export const listPayouts = handle(endpoint, async ({ params, query: { page, size, ...filters }, services }) => {
  const { where, order } = selectPayouts(params, filters);
  const { database } = services;
  const [total] = await database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM outbound_payments WHERE ${where}`,
  );
  const rows = await database.query<PayoutRow>(
    sql`SELECT ${payoutColumns} FROM outbound_payments WHERE ${where} ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}`,
  );
  return toPage(rows.map(toPayout), { page, size, totalElements: total?.count ?? 0 });
});
