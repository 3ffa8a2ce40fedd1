import { csvClock } from '@volume/contract/csv.ts';
import { exportPayIns as endpoint } from '@volume/contract/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import { batchSize, readBatches } from '#core/csv-stream.ts';
import { handleStream } from '#core/handler.ts';
import { merchantOf } from '#core/tenant.ts';
import { payInCells, payInHeader, payInLineColumns, type PayInLineRow } from './pay-in-cells.ts';
import { toCondition } from './pay-in-filters.ts';

/** The list's rows as CSV, newest first, all of them whatever their number (contract §2). Refunds are left out. */
export const exportPayIns = handleStream(endpoint, async ({ query, caller, services }) => {
  const condition = toCondition({ ...query, merchantId: merchantOf(caller, query.merchantId) });
  const clock = csvClock(query.zone);
  return {
    name: 'pay-ins',
    header: payInHeader(clock),
    batches: readBatches(
      (last?: PayInLineRow) => readAfter(services.database, condition, last),
      (row) => payInCells(row, clock),
    ),
  };
});

function readAfter({ query }: Queries, condition: Sql, last?: PayInLineRow): Promise<PayInLineRow[]> {
  const further = last
    ? sql`AND (p.created_at, p.payment_id) < (${last.created}::timestamp AT TIME ZONE 'UTC', ${last.payment_id}::uuid)`
    : raw('');
  return query<PayInLineRow>(
    sql`SELECT ${payInLineColumns} FROM payments AS p WHERE ${condition} ${further}
     ORDER BY p.created_at DESC, p.payment_id DESC LIMIT ${batchSize}`,
  );
}
