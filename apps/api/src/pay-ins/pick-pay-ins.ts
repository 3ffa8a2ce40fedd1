import type { NewBulkJob } from '@volume/contract/bulk/bulk.ts';
import type { PayInTotals } from '@volume/contract/bulk/picked-rows.ts';
import { exportPickedPayIns as pickedEndpoint, totalPayIns as endpoint } from '@volume/contract/bulk/picked-rows.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { handle, handleStream } from '#core/handler.ts';
import { merchantOf } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { exportedPayIns } from './export-pay-ins.ts';
import { type PayInFilter, requireSearchable, toCondition } from './pay-in-filters.ts';

/**
 * The number and sum of the pay-ins that match a filter at this moment. Repeat the filter with an end of `asOfUtc` to
 * leave out later pay-ins.
 */
export const totalPayIns = handle(endpoint, async ({ query, caller, services }) => {
  const asOf = toWireTime(services.clock.now());
  const { sort: _sort, endDateTimeUtc: end, ...filter } = query;
  const endDateTimeUtc = end !== undefined && end < asOf ? end : asOf;
  const asked = { ...filter, endDateTimeUtc, merchantId: merchantOf(caller, query.merchantId) };
  await requireSearchable(services.database, asked);
  const totals = await readTotals(services.database, asked);
  return { asOfUtc: asOf, count: totals.reduce((sum, { count }) => sum + count, 0), totals };
});

export const readTotals = ({ query }: Queries, filter: PayInFilter) =>
  query<PayInTotals['totals'][number]>(
    sql`SELECT p.currency::text AS currency, count(*) AS count, sum(p.amount) AS amount
     FROM payments AS p WHERE ${toCondition(filter)} GROUP BY p.currency ORDER BY p.currency`,
  );

/** Exports the listed ids in the same format as the list's export; ids of other merchants are left out. */
export const exportPickedPayIns = handleStream(pickedEndpoint, async ({ query, body, caller, services }) => {
  const merchantId = merchantOf(caller, query.merchantId);
  // An administrator can list ids of several merchants: look up the owners in the directory.
  const picked =
    merchantId === null
      ? sql`(p.merchant_id, p.payment_id) IN (SELECT d.merchant_id, d.object_id FROM object_directory AS d
          WHERE d.object_id = ANY(${body.ids}::uuid[]))`
      : sql`${toCondition({ merchantId })} AND p.payment_id = ANY(${body.ids}::uuid[])`;
  return exportedPayIns(services.database, { merchantId, condition: picked }, query);
});

interface Scope {
  merchantId: string;
  applicationId: string;
}

/** The ids of the pay-ins that match the filter in the body, newest first; null when the body has no such filter. */
export async function findPickedPayIns(
  queries: Queries,
  { merchantId, applicationId }: Scope,
  body: NewBulkJob,
  most: number,
): Promise<string[] | null> {
  if (!('payIns' in body)) return null;
  const filter = { ...body.payIns, merchantId, applicationId };
  await requireSearchable(queries, filter);
  const rows = await queries.query<{ id: string }>(
    sql`SELECT p.payment_id AS id FROM payments AS p WHERE ${toCondition(filter)}
     ORDER BY p.created_at DESC, p.payment_id DESC LIMIT ${most}`,
  );
  return rows.map(({ id }) => id);
}
