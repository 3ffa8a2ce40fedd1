import { getPayIn as endpoint } from '@volume/contract/pay-ins.ts';
import { sql } from '#database/sql.ts';
import { findObjectOwner } from '#core/tenant.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { payInColumns, type PayInRow, toListItem } from './pay-in-row.ts';

/** One pay-in as the list shows it (§7); 404 when it is not there or not theirs. */
export const getPayIn = handle(endpoint, async ({ params, caller, services: { database } }) => {
  const merchantId = await findObjectOwner(database, caller, params.paymentId);
  const [row] = await database.query<PayInRow>(
    sql`SELECT ${payInColumns} FROM payments AS p
      WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${params.paymentId}`,
  );
  if (row === undefined) throw notFound('This payment');
  return toListItem(row);
});
