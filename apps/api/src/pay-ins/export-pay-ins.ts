import { csvAmount, type CsvCell, csvClock, type CsvClock } from '@volume/contract/lists/csv.ts';
import type { CsvQuery } from '@volume/contract/lists/csv-query.ts';
import { exportPayIns as endpoint } from '@volume/contract/pay-ins/pay-ins.ts';
import type { Database, Queries } from '#database/database.ts';
import { allOf, andOf, column, listColumns, type RowOf, type Sql, sql } from '#database/sql.ts';
import { type FileStream, openTable } from '#core/files.ts';
import { handleStream } from '#core/handler.ts';
import { merchantOf } from '#core/tenant.ts';
import { requireSearchable, toCondition } from './pay-in-filters.ts';
import { paymentColumns, toStatusTags } from './pay-in-row.ts';
import { type Position, readInSpans } from './read-in-spans.ts';

/** Exports all rows of the list as CSV, newest first (contract §2), without refunds. */
export const exportPayIns = handleStream(endpoint, async ({ query, caller, services }) => {
  const merchantId = merchantOf(caller, query.merchantId);
  const filter = { ...query, merchantId };
  await requireSearchable(services.database, filter);
  return exportedPayIns(services.database, { merchantId, condition: toCondition(filter) }, query);
});

/** Condition on `payments AS p`, and the one merchant that the rows belong to; null for several merchants. */
interface Exported {
  merchantId: string | null;
  condition: Sql;
}

/** Each batch of an export of all merchants queries every database server, so larger batches cost less overall. */
const batchOfAll = 2_000;

export function exportedPayIns(database: Database, exported: Exported, query: CsvQuery): Promise<FileStream> {
  const clock = csvClock(query.zone);
  const read = (queries: Queries) => (after: Position | undefined, limit: number, since: Date | null) =>
    queries.query<PayInLineRow>(selectAfter(exported, { after, limit, since }));
  return openTable<PayInLineRow>(database, query, async () => ({
    name: 'pay-ins',
    header: payInHeader(clock),
    select: (after, limit) => selectAfter(exported, { after, limit, since: null }),
    toCells: (row) => payInCells(row, clock),
    ...(exported.merchantId === null && {
      batches: { size: batchOfAll, read: (queries) => readInSpans<PayInLineRow>(read(queries), batchOfAll) },
    }),
  }));
}

interface Batch {
  after: Position | undefined;
  limit: number | null;
  since: Date | null;
}

function selectAfter({ merchantId, condition }: Exported, { after, limit, since }: Batch): Sql {
  const within = allOf([
    condition,
    after === undefined
      ? null
      : sql`(p.created_at, p.payment_id) < (${after.created}::timestamp AT TIME ZONE 'UTC', ${after.payment_id}::uuid)`,
    since && sql`p.created_at >= ${since}::timestamptz`,
  ]);
  return sql`SELECT ${payInLineColumns}, ${refundReasons(merchantId)} AS refund_reasons FROM payments AS p WHERE ${within}
     ORDER BY p.created_at DESC, p.payment_id DESC LIMIT ${limit}::bigint`;
}

/** The reasons of active and completed refunds, read only for payments that have such refunds. */
const refundReasons = (
  merchantId: string | null,
): Sql => sql`CASE WHEN p.amount_refunded + p.amount_refunding > 0 THEN (
  SELECT string_agg(concat_ws(': ', r.reason, r.reason_note), '; ' ORDER BY r.created_at, r.refund_id)
  FROM refunds AS r WHERE r.merchant_id = p.merchant_id AND r.payment_id = p.payment_id${andOf('r', merchantId)}
  AND r.status IN ('IN_PROGRESS', 'HELD', 'PROCESSED') AND (r.reason IS NOT NULL OR r.reason_note IS NOT NULL)) END`;

const columns = {
  created: column<string>(`to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`),
  merchant_id: paymentColumns.merchant_id,
  payment_id: paymentColumns.payment_id,
  application_id: paymentColumns.application_id,
  merchant_payment_id: paymentColumns.merchant_payment_id,
  status: paymentColumns.status,
  type: paymentColumns.type,
  currency: paymentColumns.currency,
  amount: paymentColumns.amount,
  amount_refunded: paymentColumns.amount_refunded,
  amount_refunding: paymentColumns.amount_refunding,
  hold: paymentColumns.hold,
  is_sample: paymentColumns.is_sample,
  risk: paymentColumns.risk,
  reference: paymentColumns.reference,
  merchant_reference: paymentColumns.merchant_reference,
  payer_name: paymentColumns.payer_name,
  payer_email: paymentColumns.payer_email,
  payer_account_identifier: paymentColumns.payer_account_identifier,
  tracing_id: paymentColumns.tracing_id,
};
type PayInLineRow = RowOf<typeof columns> & { refund_reasons: string | null };
const payInLineColumns = listColumns('p', columns);

const headings = [
  'Payment id',
  'Merchant payment id',
  'Status',
  'Type',
  'Currency',
  'Amount',
  'Refunded',
  'Refunding',
  'Tags',
  'Risk',
  'Reference',
  'Merchant reference',
  'Payer',
  'Payer email',
  'Payer account',
  'Tracing id',
  'Application id',
  'Merchant id',
  'Refund reasons',
];

const payInHeader = (clock: CsvClock): string[] => [clock.header('Created'), ...headings];

/** A pay-in as a CSV line, in the order of `payInHeader`; amounts in major units with two decimals. */
function payInCells(row: PayInLineRow, clock: CsvClock): CsvCell[] {
  return [
    clock.time(row.created),
    row.payment_id,
    row.merchant_payment_id,
    row.status,
    row.type,
    row.currency,
    csvAmount(row.amount),
    csvAmount(row.amount_refunded),
    csvAmount(row.amount_refunding),
    toStatusTags(row).join(' '),
    row.risk,
    row.reference,
    row.merchant_reference,
    row.payer_name,
    row.payer_email,
    row.payer_account_identifier,
    row.tracing_id,
    row.application_id,
    row.merchant_id,
    row.refund_reasons,
  ];
}
