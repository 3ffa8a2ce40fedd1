import { type CsvCell, type CsvClock, csvClock } from '@volume/contract/csv.ts';
import { exportPayIns as endpoint } from '@volume/contract/pay-ins.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { Parameter, Queries } from '#database/database.ts';
import { handleStream } from '#http/handler.ts';
import { merchantOf } from '#http/tenant.ts';
import { toFilter } from './list-pay-ins.ts';
import { payInCells, payInHeader, payInLineColumns, type PayInLineRow } from './pay-in-cells.ts';
import { type PayInFilter, toCondition } from './pay-in-filter.ts';

const batchSize = 2_000;

/** The list's rows as CSV, newest first, all of them whatever their number (contract §2). */
export const exportPayIns = handleStream(endpoint, async ({ query, caller, services }) => {
  const filter = toFilter(query, merchantOf(caller, query.merchantId));
  const clock = csvClock(query.zone);
  return {
    fileName: `pay-ins-${toWireTime(services.clock.now()).slice(0, 10)}.csv`,
    header: payInHeader(clock),
    batches: readCells(services.database, filter, clock),
  };
});

/**
 * All pay-ins of a filter, newest first, in batches that each begin where the last one ended: memory and the time of a
 * batch stay the same however many there are, and no transaction stays open. Refunds are left out.
 */
async function* readCells(queries: Queries, filter: PayInFilter, clock: CsvClock): AsyncGenerator<CsvCell[][]> {
  const { sql, parameters } = toCondition(filter);
  let after: PayInLineRow | undefined;
  for (;;) {
    const rows: PayInLineRow[] = await queries.query<PayInLineRow>(...select(sql, parameters, after));
    if (rows.length > 0) yield rows.map((row) => payInCells(row, clock));
    after = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

function select(
  condition: string,
  parameters: readonly Parameter[],
  after: PayInLineRow | undefined,
): [text: string, parameters: Parameter[]] {
  const count = parameters.length;
  const last = `($${count + 1}::timestamp AT TIME ZONE 'UTC', $${count + 2}::uuid)`;
  const older = after ? `AND (p.created_at, p.payment_id) < ${last}` : '';
  const text = `SELECT ${payInLineColumns} FROM payments AS p WHERE ${condition} ${older}
    ORDER BY p.created_at DESC, p.payment_id DESC LIMIT ${batchSize}`;
  return [text, after ? [...parameters, after.created, after.payment_id] : [...parameters]];
}
