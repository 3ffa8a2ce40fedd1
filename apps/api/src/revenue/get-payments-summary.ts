import { getPaymentsSummary as endpoint, type PaymentsSummary } from '@volume/contract/revenue.ts';
import { handle, type WithSums } from '#core/handler.ts';
import { merchantOf } from '#core/tenant.ts';
import { sql } from '#database/sql.ts';
import { selectRevenue } from './select-revenue.ts';

/** Pay-ins counted and added up by currency and status: what the list with the same filters adds up to (§7). */
export const getPaymentsSummary = handle(endpoint, async ({ query, caller, services }) => {
  const merchantId = merchantOf(caller, query.merchantId);
  const selected = selectRevenue({ ...query, merchantId, paymentStatuses: query.paymentStatuses }, 'MONTH');
  const totals = await services.database.query<WithSums<PaymentsSummary['totals'][number]>>(
    sql`SELECT currency, status AS "paymentStatus", sum(count)::bigint AS count, sum(amount) AS amount
     FROM (${selected}) AS t GROUP BY currency, status HAVING sum(count) > 0 ORDER BY t.currency, t.status`,
  );
  return { totals };
});
