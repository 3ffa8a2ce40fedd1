import { type CsvClock, csvClock } from '@volume/contract/csv.ts';
import { exportPayIns as endpoint, type PaymentListItem } from '@volume/contract/pay-ins.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { Parameter, Queries } from '#database/database.ts';
import { handleStream } from '#http/handler.ts';
import { merchantOf } from '#http/tenant.ts';
import { toFilter } from './list-pay-ins.ts';
import { payInCells, payInHeader } from './pay-in-cells.ts';
import { type PayInFilter, toCondition } from './pay-in-filter.ts';
import { type PayInRow, toListItem } from './pay-in-row.ts';

const batchSize = 2_000;

/** The list's rows as CSV, newest first, all of them whatever their number (contract §2). */
export const exportPayIns = handleStream(endpoint, async ({ query, caller, services }) => {
  const filter = toFilter(query, merchantOf(caller, query.merchantId));
  const clock = csvClock(query.zone);
  return {
    fileName: `pay-ins-${toWireTime(services.clock.now()).slice(0, 10)}.csv`,
    header: payInHeader(clock),
    batches: toCells(readPayIns(services.database, filter), clock),
  };
});

async function* toCells(batches: ReturnType<typeof readPayIns>, clock: CsvClock) {
  for await (const batch of batches) yield batch.map((payIn) => payInCells(payIn, clock));
}

/**
 * All pay-ins of a filter, newest first, in batches that each begin where the last one ended: memory and the time of a
 * batch stay the same however many there are, and no transaction stays open. Refunds are left out.
 */
async function* readPayIns(queries: Queries, filter: PayInFilter): AsyncGenerator<PaymentListItem[]> {
  const { sql, parameters } = toCondition(filter);
  let after: Pick<PayInRow, 'created_at' | 'payment_id'> | undefined;
  for (;;) {
    const rows: PayInRow[] = await queries.query<PayInRow>(...select(sql, parameters, after));
    if (rows.length > 0) yield rows.map(toListItem);
    after = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

function select(
  condition: string,
  parameters: readonly Parameter[],
  after: Pick<PayInRow, 'created_at' | 'payment_id'> | undefined,
): [text: string, parameters: Parameter[]] {
  const count = parameters.length;
  const older = after ? `AND (p.created_at, p.payment_id) < ($${count + 1}::timestamptz, $${count + 2}::uuid)` : '';
  const text = `SELECT p.merchant_id, p.payment_id, p.application_id, p.merchant_payment_id, p.status, p.type, p.currency, p.amount,
      p.amount_refunded, p.amount_refunding, p.reference, p.risk, p.hold, p.is_new_payment, p.new_payment_id, p.new_attempt_id, p.tracing_id,
      p.created_at, p.is_to_virtual_account, p.merchant_reference, p.merchant_provided_payer_details_names, p.payer_name, p.payer_email,
      p.payer_account_identifier, p.payer_address, p.payer_ip, NULL AS refunds
    FROM payments AS p WHERE ${condition} ${older}
    ORDER BY p.created_at DESC, p.payment_id DESC LIMIT ${batchSize}`;
  return [text, after ? [...parameters, after.created_at, after.payment_id] : [...parameters]];
}
