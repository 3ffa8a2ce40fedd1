import { type CsvCell, type CsvClock, csvClock } from '@volume/contract/csv.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { exportWebhookDeliveries as endpoint } from '@volume/contract/webhooks.ts';
import type { Queries } from '#database/database.ts';
import { batchSize, readBatches } from '#core/csv-stream.ts';
import { handleStream } from '#core/handler.ts';
import { type Sql, sql } from '#database/sql.ts';
import { newestFirst, selectDeliveries } from './select-deliveries.ts';

const headerOf = (clock: CsvClock) => [
  'id',
  clock.wireHeader('createdAtUtc'),
  'kind',
  'objectId',
  'url',
  'state',
  clock.wireHeader('nextAttemptAtUtc'),
  'attempts',
  clock.wireHeader('lastAttemptAtUtc'),
  'lastHttpStatus',
  'lastError',
];

/** The log's rows as CSV, all of them whatever their number, each with its last attempt. */
export const exportWebhookDeliveries = handleStream(endpoint, async ({ params, query, services }) => {
  const clock = csvClock(query.zone);
  const where = selectDeliveries(params, query);
  return {
    name: 'webhook-deliveries',
    header: headerOf(clock),
    batches: readBatches(
      (last?: Row) => readAfter(services.database, where, last),
      (row) => toCells(row, clock),
    ),
  };
});

type Row = {
  delivery_id: string;
  created_at: Date;
  kind: string;
  object_id: string;
  url: string;
  state: string;
  next_attempt_at: Date | null;
  attempt: number | null;
  at: Date | null;
  http_status: number | null;
  error: string | null;
};

function readAfter({ query }: Queries, where: Sql, last?: Row): Promise<Row[]> {
  const further = last
    ? sql`AND (created_at, delivery_id) < (${last.created_at}::timestamptz, ${last.delivery_id}::uuid)`
    : sql``;
  return query<Row>(
    sql`SELECT d.*, a.attempt, a.at, a.http_status, a.error FROM (
       SELECT * FROM webhook_deliveries WHERE ${where} ${further} ORDER BY ${newestFirst} LIMIT ${batchSize}) AS d
     LEFT JOIN LATERAL (
       SELECT attempt, at, http_status, error FROM webhook_attempts AS a
       WHERE a.merchant_id = d.merchant_id AND a.delivery_id = d.delivery_id ORDER BY attempt DESC LIMIT 1) AS a ON true
     ORDER BY d.created_at DESC, d.delivery_id DESC`,
  );
}

function toCells(row: Row, clock: CsvClock): CsvCell[] {
  return [
    row.delivery_id,
    clock.time(toWireTime(row.created_at)),
    row.kind,
    row.object_id,
    row.url,
    row.state,
    row.next_attempt_at && clock.time(toWireTime(row.next_attempt_at)),
    row.attempt ?? 0,
    row.at && clock.time(toWireTime(row.at)),
    row.http_status,
    row.error,
  ];
}
