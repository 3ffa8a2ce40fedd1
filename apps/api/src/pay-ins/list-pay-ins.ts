import { getPayIn as getPayInEndpoint, listPayIns as listPayInsEndpoint } from '@volume/contract/pay-ins.ts';
import { toPage } from '@volume/contract/page.ts';
import { handle } from '#core/handler.ts';
import { findObjectOwner, merchantOf } from '#core/tenant.ts';
import { sql } from '#database/sql.ts';
import { notFound } from '#core/problem.ts';
import { findPayInPage } from './find-pay-ins.ts';
import { payInColumns, type PayInRow, toListItem } from './pay-in-row.ts';

/** Pay-ins by filter, newest first (§7). A merchant's caller sees their own; an administrator one merchant's, or all. */
export const listPayIns = handle(listPayInsEndpoint, async ({ query, caller, services }) => {
  const { page, size, sort } = query;
  const filter = { ...query, merchantId: merchantOf(caller, query.merchantId) };
  const order = sort === 'createdAt,asc' ? 'oldest' : 'newest';
  const { content, totalElements } = await findPayInPage(services.database, filter, { page, size, order });
  return toPage(content, { page, size, totalElements });
});

/** One pay-in as the list shows it (§7); 404 when it is not there or not theirs. */
export const getPayIn = handle(getPayInEndpoint, async ({ params, caller, services: { database } }) => {
  const merchantId = await findObjectOwner(database, caller, params.paymentId);
  const [row] = await database.query<PayInRow>(
    sql`SELECT ${payInColumns} FROM payments AS p
      WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${params.paymentId}`,
  );
  if (row === undefined) throw notFound('This payment');
  return toListItem(row);
});
