import { csvClock } from '@volume/contract/csv.ts';
import { exportPayIns as endpoint } from '@volume/contract/pay-ins.ts';
import type { Queries } from '#database/database.ts';
import { batchSize, readBatches } from '#core/csv-stream.ts';
import { handleStream } from '#core/handler.ts';
import { merchantOf } from '#core/tenant.ts';
import { toFilter } from './list-pay-ins.ts';
import { payInCells, payInHeader, payInLineColumns, type PayInLineRow } from './pay-in-cells.ts';
import { type Condition, toCondition } from './pay-in-filter.ts';

/** The list's rows as CSV, newest first, all of them whatever their number (contract §2). Refunds are left out. */
export const exportPayIns = handleStream(endpoint, async ({ query, caller, services }) => {
  const condition = toCondition(toFilter(query, merchantOf(caller, query.merchantId)));
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

function readAfter({ query }: Queries, { sql, parameters }: Condition, last?: PayInLineRow): Promise<PayInLineRow[]> {
  const count = parameters.length;
  const further = `AND (p.created_at, p.payment_id) < ($${count + 1}::timestamp AT TIME ZONE 'UTC', $${count + 2}::uuid)`;
  return query<PayInLineRow>(
    `SELECT ${payInLineColumns} FROM payments AS p WHERE ${sql} ${last ? further : ''}
     ORDER BY p.created_at DESC, p.payment_id DESC LIMIT ${batchSize}`,
    last ? [...parameters, last.created, last.payment_id] : parameters,
  );
}
