import { parseUtc, toWireTime } from '@volume/contract/lists/period.ts';
import { type CsvCell, type CsvClock, csvClock } from '@volume/contract/lists/csv.ts';
import {
  daysRequestsAreKept,
  exportRequestLog as exportEndpoint,
  listRequestLog as endpoint,
  type LoggedRequest,
  mostRequestsPerDay,
  mostUnknownRequestsPerDay,
  type RefusedKey,
  type RequestLogFilters,
  type requestSorts,
} from '@volume/contract/request-log/request-log.ts';
import { readGrowingPage } from '#core/growing-list.ts';
import { openTable } from '#core/files.ts';
import { handle, handleStream } from '#core/handler.ts';
import { type FilterRules, momentAfter, toWhere } from '#core/list-filters.ts';
import type { Queries } from '#database/database.ts';
import { sayRefusedKey } from '#core/refused-key.ts';
import { joined, raw, type Sql, sql } from '#database/sql.ts';

interface Owner {
  merchantId: string;
  applicationId: string;
}

/** The calls made with an application's keys (contract §8, Request log). */
export const listRequestLog = handle(endpoint, async ({ params, query, services: { database, clock } }) => {
  const { page, size, sort = 'at,desc', ...filters } = query;
  const from = sql`key_requests AS r WHERE ${selectRequests(params, filters)}`;
  const found = await readGrowingPage(
    database,
    { page, size },
    {
      from,
      read: (window) => database.query<Row>(sql`SELECT ${columns} FROM ${from} ORDER BY ${orders[sort]} ${window}`),
      toItems: (rows) => rows.map(toItem),
    },
  );
  return { ...found, unstored: await readUnstored(database, params, clock.now()) };
});

const orders: Record<(typeof requestSorts)[number], Sql> = {
  'at,desc': sql`r.at DESC, r.request_id DESC`,
  'at,asc': sql`r.at, r.request_id`,
  'durationMs,desc': sql`r.duration_ms DESC, r.at DESC, r.request_id DESC`,
  'durationMs,asc': sql`r.duration_ms, r.at DESC, r.request_id DESC`,
};

function selectRequests({ merchantId, applicationId }: Owner, filters: RequestLogFilters): Sql {
  const rules: FilterRules<RequestLogFilters> = {
    method: (methods) => sql`r.method = ANY(${methods}::text[])`,
    status: (classes) =>
      sql`(${joined(
        classes.map((each) => sql`r.status BETWEEN ${Number(each[0]) * 100} AND ${Number(each[0]) * 100 + 99}`),
        ' OR ',
      )})`,
    code: (codes) => sql`r.code = ANY(${codes}::text[])`,
    key: (keys) =>
      keys.includes('NOT_ACCEPTED')
        ? sql`(r.key IS NULL OR r.key = ANY(${keys}::text[]))`
        : sql`r.key = ANY(${keys}::text[])`,
    search: (text) =>
      sql`(strpos(lower(r.path), lower(${text.trim()}::text)) > 0 OR r.trace_id = ${text.trim()} OR r.code = upper(${text.trim()}::text))`,
    // The call that made a payment's link names only the link.
    objectId: (id) => sql`r.object_ids && (ARRAY[${id}::uuid] || ARRAY(SELECT p.payment_intent_id FROM payments AS p
      WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${id} AND p.payment_intent_id IS NOT NULL))`,
    from: (from) => sql`r.at >= ${new Date(parseUtc(from))}::timestamptz`,
    to: (to) => sql`r.at < ${momentAfter(to)}::timestamptz`,
  };
  return toWhere(rules, filters, sql`r.merchant_id = ${merchantId}`, sql`r.application_id = ${applicationId}`);
}

type FileRow = Omit<LoggedRequest, 'atUtc' | 'headers' | 'body' | 'refusedKey'> & {
  at: Date;
  refusedKey: string | null;
};
type Row = FileRow & { headers: string; body: string | null };

const fileColumns = sql`r.request_id AS id, r.at, r.key, r.method, r.path, r.query, r.status, r.code,
  (SELECT k.name FROM application_keys AS k WHERE k.merchant_id = r.merchant_id AND k.application_id = r.application_id
    AND k.key_id::text = r.key) AS "keyName",
  r.error_message AS "errorMessage", r.duration_ms AS "durationMs", r.address, r.trace_id AS "traceId",
  r.object_ids AS "objectIds", r.refused_key AS "refusedKey"`;
const columns = sql`${fileColumns}, r.headers, r.body`;

const toItem = ({ at, headers, refusedKey, ...row }: Row): LoggedRequest => ({
  ...row,
  refusedKey: readRefused(refusedKey),
  atUtc: toWireTime(at),
  headers: JSON.parse(headers) as LoggedRequest['headers'],
});

const readRefused = (text: string | null) => (text === null ? null : (JSON.parse(text) as RefusedKey));

const day = 86_400_000;

function readUnstored({ query }: Queries, { merchantId, applicationId }: Owner, now: Date) {
  const since = new Date(now.getTime() - daysRequestsAreKept * day);
  return query<{ day: string; count: number }>(
    sql`SELECT * FROM (
        SELECT day, unstored + GREATEST(0, with_key - ${mostRequestsPerDay}::bigint)
          + GREATEST(0, without_key - ${mostUnknownRequestsPerDay}::bigint) AS count
        FROM key_request_days
        WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND begins_at >= ${since}
      ) AS days WHERE count > 0 ORDER BY day DESC`,
  );
}

/** The same calls as CSV, without what their callers sent. */
export const exportRequestLog = handleStream(exportEndpoint, async ({ params, query, services: { database } }) => {
  const { sort = 'at,desc', ...filters } = query;
  const clock = csvClock(query.zone);
  const where = selectRequests(params, filters);
  return openTable<FileRow>(database, query, async () => ({
    name: 'request-log',
    header: headerOf(clock),
    select: (last, limit) => {
      const beyond = raw(sort === 'at,asc' ? '>' : '<');
      const further = last
        ? sql`AND (r.at, r.request_id) ${beyond} (${last.at}::timestamptz, ${last.id}::uuid)`
        : sql``;
      return sql`SELECT ${fileColumns} FROM key_requests AS r WHERE ${where} ${further}
        ORDER BY ${orders[sort]} LIMIT ${limit}::bigint`;
    },
    toCells: (row) => toCells(row, clock),
  }));
});

const headerOf = (clock: CsvClock) => [
  'id',
  clock.wireHeader('atUtc'),
  'key',
  'keyName',
  'method',
  'path',
  'query',
  'status',
  'code',
  'errorMessage',
  'durationMs',
  'address',
  'traceId',
  'objectIds',
  'refusedKey',
];

const toCells = (row: FileRow, clock: CsvClock): CsvCell[] => {
  const refused = readRefused(row.refusedKey);
  return [
    row.id,
    clock.time(toWireTime(row.at)),
    row.key,
    row.keyName,
    row.method,
    row.path,
    row.query,
    row.status,
    row.code,
    row.errorMessage,
    row.durationMs,
    row.address,
    row.traceId,
    row.objectIds.join(' '),
    refused && sayRefusedKey(refused),
  ];
};
