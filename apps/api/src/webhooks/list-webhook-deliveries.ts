import {
  exportWebhookDeliveries as endpoint,
  getWebhookDelivery as getWebhookDeliveryEndpoint,
  listWebhookDeliveries as listWebhookDeliveriesEndpoint,
  type WebhookDelivery,
  type WebhookDeliveryFilters,
} from '@volume/contract/webhooks/webhooks.ts';
import { readGrowingPage } from '#core/growing-list.ts';
import { handle, handleStream } from '#core/handler.ts';
import { sql, type Sql } from '#database/sql.ts';
import { deliveryColumns, type DeliveryRow, readDelivery, toDeliveries } from './delivery-row.ts';
import { signBody } from '#webhooks/signing/sign-body.ts';
import { parseUtc, toWireTime } from '@volume/contract/lists/period.ts';
import { type FilterRules, momentAfter, toWhere } from '#core/list-filters.ts';
import { type CsvCell, type CsvClock, csvClock } from '@volume/contract/lists/csv.ts';
import type { CsvQuery } from '@volume/contract/lists/csv-query.ts';
import type { Database, Queries } from '#database/database.ts';
import { type FileStream, openTable } from '#core/files.ts';
import { exportPickedWebhookDeliveries as pickedEndpoint } from '@volume/contract/bulk/picked-rows.ts';

/** An application's webhook deliveries by filter, newest first (contract §2). */
export const listWebhookDeliveries = handle(
  listWebhookDeliveriesEndpoint,
  ({ params, query: { page, size, ...filters }, services: { database } }) => {
    const from = sql`webhook_deliveries WHERE ${selectDeliveries(params, filters)}`;
    return readGrowingPage(
      database,
      { page, size },
      {
        from,
        read: (window) =>
          database.query<DeliveryRow>(sql`SELECT ${deliveryColumns} FROM ${from} ORDER BY ${newestFirst} ${window}`),
        toItems: (rows) => toDeliveries(database, { merchantId: params.merchantId, rows, isWhole: false }),
      },
    );
  },
);

/** One webhook delivery with every attempt, and for a test event to an address the header that signs its body. */
export const getWebhookDelivery = handle(getWebhookDeliveryEndpoint, async ({ params, services }) => {
  const delivery = await readDelivery(services.database, params);
  const isSigned = delivery.isTest && delivery.endpointId === null;
  return {
    ...delivery,
    authorization: isSigned ? (await signBody(services, delivery.requestBody)).authorization : null,
    startedBy: await readStarter(services.database, params.merchantId, delivery),
  };
});

async function readStarter(
  { query }: Queries,
  merchantId: string,
  { replay }: WebhookDelivery,
): Promise<string | null> {
  if (!replay) return null;
  const [row] = await query<{ startedBy: string }>(
    sql`SELECT started_by AS "startedBy" FROM webhook_replays WHERE merchant_id = ${merchantId} AND replay_id = ${replay.replayId}`,
  );
  return row?.startedBy ?? null;
}

/** Newest first; the list and both exports use this order. */
export const newestFirst = sql`created_at DESC, delivery_id DESC`;

/** The end of the period is inclusive. */
const rules: FilterRules<WebhookDeliveryFilters> = {
  kind: (kinds) => sql`kind = ANY(${kinds}::text[])`,
  // Repeats the condition of the partial index on undelivered rows, so that the index can be used.
  state: (states) =>
    sql`state = ANY(${states}::text[])${states.includes('DELIVERED') ? sql`` : sql` AND state <> 'DELIVERED'`}`,
  objectId: (id) => sql`object_id = ${id}`,
  endpointId: (id) => sql`endpoint_id = ${id}`,
  // The same expression as in `toDeliveries`, and in the index.
  webhookId: (id) => sql`COALESCE(event_id, replayed_event_id, delivery_id) = ${id}`,
  from: (from) => sql`created_at >= ${new Date(parseUtc(from))}::timestamptz`,
  to: (to) => sql`created_at < ${momentAfter(to)}::timestamptz`,
};

export const selectDeliveries = (
  { merchantId, applicationId }: { merchantId: string; applicationId: string },
  filters: WebhookDeliveryFilters,
): Sql => toWhere(rules, filters, sql`merchant_id = ${merchantId} AND application_id = ${applicationId}`);

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
  'endpointId',
  'eventType',
  'replayId',
];

/** Exports all rows of the list as CSV, each with its last attempt. */
export const exportWebhookDeliveries = handleStream(endpoint, async ({ params, query, services }) =>
  exported(services.database, { ...params, where: selectDeliveries(params, query) }, query),
);

/** Exports the listed deliveries in the same format; ids of other applications are left out. */
export const exportPickedWebhookDeliveries = handleStream(pickedEndpoint, async ({ params, query, body, services }) => {
  const where = sql`${selectDeliveries(params, {})} AND delivery_id = ANY(${body.ids}::uuid[])`;
  return exported(services.database, { ...params, where }, query);
});

interface Picked {
  merchantId: string;
  where: Sql;
}

function exported(database: Database, { merchantId, where }: Picked, query: CsvQuery): Promise<FileStream> {
  const clock = csvClock(query.zone);
  return openTable<Row>(database, query, async () => ({
    name: 'webhook-deliveries',
    header: headerOf(clock),
    select: (last, limit) => selectAfter({ merchantId, where }, last, limit),
    toCells: (row) => toCells(row, clock),
  }));
}

interface Row {
  delivery_id: string;
  created_at: Date;
  kind: string;
  object_id: string;
  url: string;
  endpoint_id: string | null;
  event_type: string | null;
  replay_id: string | null;
  state: string;
  next_attempt_at: Date | null;
  attempt: number | null;
  at: Date | null;
  http_status: number | null;
  error: string | null;
}

function selectAfter({ merchantId, where }: Picked, last: Row | undefined, limit: number | null): Sql {
  const further = last
    ? sql`AND (created_at, delivery_id) < (${last.created_at}::timestamptz, ${last.delivery_id}::uuid)`
    : sql``;
  return sql`SELECT d.*, a.attempt, a.at, a.http_status, a.error FROM (
       SELECT * FROM webhook_deliveries WHERE ${where} ${further} ORDER BY ${newestFirst} LIMIT ${limit}::bigint) AS d
     LEFT JOIN LATERAL (
       SELECT attempt, at, http_status, error FROM webhook_attempts AS a
       WHERE a.merchant_id = ${merchantId} AND a.delivery_id = d.delivery_id ORDER BY attempt DESC LIMIT 1) AS a ON true
     ORDER BY d.created_at DESC, d.delivery_id DESC`;
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
    row.endpoint_id,
    row.event_type,
    row.replay_id,
  ];
}
