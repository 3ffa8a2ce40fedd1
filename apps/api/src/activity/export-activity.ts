import {
  type ActivityFilters,
  exportActivity as exportActivityEndpoint,
  exportPlatformActivity as exportPlatformActivityEndpoint,
} from '@volume/contract/activity.ts';
import { type CsvCell, type CsvClock, csvClock } from '@volume/contract/csv.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { handleStream } from '#core/handler.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';
import { batchSize, type CsvStream, readBatches } from '#core/csv-stream.ts';
import { activityColumns, type ActivityRow, newestFirst, selectActivity } from './select-activity.ts';

/** The activity of a merchant as CSV (contract §2). */
export const exportActivity = handleStream(exportActivityEndpoint, async ({ params, query, services }) =>
  streamActivity(services.database, params.merchantId, query),
);

/** The platform's own activity as CSV (contract §11, Trail). */
export const exportPlatformActivity = handleStream(exportPlatformActivityEndpoint, async ({ query, services }) =>
  streamActivity(services.database, null, query),
);

const headerOf = (clock: CsvClock) => [
  'id',
  clock.wireHeader('atUtc'),
  'actor',
  'actorKind',
  'action',
  'subject',
  'detail',
  'ip',
  'userAgent',
  'traceId',
];

type Asked = ActivityFilters & { zone?: string | undefined };

/** A merchant's activity, or the platform's own (`null`), as CSV: all rows whatever their number (contract §2). */
function streamActivity(queries: Queries, merchantId: string | null, { zone, ...filters }: Asked): CsvStream {
  const clock = csvClock(zone);
  const where = selectActivity(merchantId, filters);
  return {
    name: merchantId === null ? 'platform-activity' : 'activity',
    header: headerOf(clock),
    batches: readBatches(
      (last?: ActivityRow) => readAfter(queries, where, last),
      (row) => toCells(row, clock),
    ),
  };
}

function readAfter({ query }: Queries, where: Sql, last?: ActivityRow): Promise<ActivityRow[]> {
  const further = last ? sql`AND (at, activity_id) < (${last.at}::timestamptz, ${last.id}::uuid)` : sql``;
  return query<ActivityRow>(
    sql`SELECT ${activityColumns} FROM activity WHERE ${where} ${further} ORDER BY ${newestFirst} LIMIT ${batchSize}`,
  );
}

function toCells(row: ActivityRow, clock: CsvClock): CsvCell[] {
  const { id, at, actor, actorKind, action, subject, detail, ip, userAgent, traceId } = row;
  return [id, clock.time(toWireTime(at)), actor, actorKind, action, subject, detail, ip, userAgent, traceId];
}
