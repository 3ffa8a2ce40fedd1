import { csvAmount, type CsvCell, type CsvClock, csvClock } from '@volume/contract/lists/csv.ts';
import { exportPayouts as endpoint } from '@volume/contract/payouts/payouts.ts';
import { exportPickedPayouts as pickedEndpoint } from '@volume/contract/bulk/picked-rows.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { type CsvTable, openTable } from '#core/files.ts';
import { handleStream } from '#core/handler.ts';
import { raw, type Sql, sql } from '#database/sql.ts';
import { payoutColumns, type PayoutRow } from './payout-row.ts';
import { type PayoutSelection, selectPayouts } from './list-payouts.ts';

const headerOf = (clock: CsvClock) => [
  'payoutPaymentId',
  clock.wireHeader('createdAtUtc'),
  clock.wireHeader('updatedAtUtc'),
  'status',
  'statusDescription',
  'type',
  'payInAccountId',
  'amount',
  'currency',
  'reference',
  'destinationType',
  'destinationId',
  'destinationName',
  'accountNumber',
  'sortCode',
  'iban',
  'initiatedBy',
];

/** Exports all rows of the list as CSV (contract §2). */
export const exportPayouts = handleStream(endpoint, async ({ params, query, services }) =>
  openTable(services.database, query, async () => tableOf(selectPayouts(params, query), query.zone)),
);

/** Exports the listed payouts in the same format; ids of other applications are left out. */
export const exportPickedPayouts = handleStream(pickedEndpoint, async ({ params, query, body, services }) => {
  const { where, ...selection } = selectPayouts(params, {});
  const picked = sql`${where} AND payout_payment_id = ANY(${body.ids}::uuid[])`;
  return openTable(services.database, query, async () => tableOf({ ...selection, where: picked }, query.zone));
});

function tableOf(selection: PayoutSelection, zone?: string): CsvTable<PayoutRow> {
  const clock = csvClock(zone);
  return {
    name: 'payouts',
    header: headerOf(clock),
    select: (last, limit) => selectAfter(selection, last, limit),
    toCells: (row) => toCells(row, clock),
  };
}

function selectAfter(selection: PayoutSelection, last: PayoutRow | undefined, limit: number | null): Sql {
  const { where, order, isAscending } = selection;
  const beyond = raw(isAscending ? '>' : '<');
  const further = last
    ? sql`AND (created_at, payout_payment_id) ${beyond} (${last.created_at}::timestamptz, ${last.payout_payment_id}::uuid)`
    : sql``;
  return sql`SELECT ${payoutColumns} FROM outbound_payments WHERE ${where} ${further} ORDER BY ${order} LIMIT ${limit}::bigint`;
}

function toCells(row: PayoutRow, clock: CsvClock): CsvCell[] {
  const { destination } = row;
  return [
    row.payout_payment_id,
    clock.time(toWireTime(row.created_at)),
    clock.time(toWireTime(row.updated_at)),
    row.status,
    row.status_description,
    row.type,
    row.payee_detail_id,
    csvAmount(row.amount),
    row.currency,
    row.reference,
    destination.type,
    destination.id,
    destination.name,
    destination.accountNumber,
    destination.sortCode,
    destination.iban,
    row.initiated_by,
  ];
}
