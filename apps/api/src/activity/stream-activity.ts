import { type CsvCell, type CsvClock, csvClock } from '@volume/contract/csv.ts';
import type { ActivityFilters } from '@volume/contract/activity.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { Parameter, Queries } from '#database/database.ts';
import { batchSize, type CsvStream, readBatches } from '#core/csv-stream.ts';
import { activityColumns, type ActivityRow, newestFirst, selectActivity } from './select-activity.ts';

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
export function streamActivity(queries: Queries, merchantId: string | null, { zone, ...filters }: Asked): CsvStream {
  const clock = csvClock(zone);
  const selection = selectActivity(merchantId, filters);
  return {
    name: merchantId === null ? 'platform-activity' : 'activity',
    header: headerOf(clock),
    batches: readBatches(
      (last?: ActivityRow) => readAfter(queries, selection, last),
      (row) => toCells(row, clock),
    ),
  };
}

type Selection = { where: string; parameters: Parameter[] };

function readAfter({ query }: Queries, { where, parameters }: Selection, last?: ActivityRow): Promise<ActivityRow[]> {
  const count = parameters.length;
  const further = `AND (at, activity_id) < ($${count + 1}::timestamptz, $${count + 2}::uuid)`;
  return query<ActivityRow>(
    `SELECT ${activityColumns} FROM activity WHERE ${where} ${last ? further : ''} ORDER BY ${newestFirst} LIMIT ${batchSize}`,
    last ? [...parameters, last.at, last.id] : parameters,
  );
}

function toCells(row: ActivityRow, clock: CsvClock): CsvCell[] {
  const { id, at, actor, actorKind, action, subject, detail, ip, userAgent, traceId } = row;
  return [id, clock.time(toWireTime(at)), actor, actorKind, action, subject, detail, ip, userAgent, traceId];
}
