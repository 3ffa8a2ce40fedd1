import { type CsvCell, type CsvClock, csvClock } from '@volume/contract/csv.ts';
import { exportActivity as endpoint } from '@volume/contract/activity.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { Parameter, Queries } from '#database/database.ts';
import { handleStream } from '#http/handler.ts';
import { activityColumns, type ActivityRow, newestFirst, selectActivity } from './select-activity.ts';

const batchSize = 2_000;
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

/** The log's rows as CSV, all of them whatever their number (contract §2). */
export const exportActivity = handleStream(endpoint, async ({ params, query, services }) => {
  const clock = csvClock(query.zone);
  return {
    fileName: `activity-${toWireTime(services.clock.now()).slice(0, 10)}.csv`,
    header: headerOf(clock),
    batches: readCells(services.database, selectActivity(params.merchantId, query), clock),
  };
});

type Selection = { where: string; parameters: Parameter[] };

/** Each batch begins where the last one ended, so that memory and time of a batch stay the same. */
async function* readCells(
  { query }: Queries,
  { where, parameters }: Selection,
  clock: CsvClock,
): AsyncGenerator<CsvCell[][]> {
  const count = parameters.length;
  const further = `AND (at, activity_id) < ($${count + 1}::timestamptz, $${count + 2}::uuid)`;
  for (let last: ActivityRow | undefined; ;) {
    const rows: ActivityRow[] = await query<ActivityRow>(
      `SELECT ${activityColumns} FROM activity WHERE ${where} ${last ? further : ''} ORDER BY ${newestFirst} LIMIT ${batchSize}`,
      last ? [...parameters, last.at, last.id] : parameters,
    );
    if (rows.length > 0) yield rows.map((row) => toCells(row, clock));
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

function toCells(row: ActivityRow, clock: CsvClock): CsvCell[] {
  const { id, at, actor, actorKind, action, subject, detail, ip, userAgent, traceId } = row;
  return [id, clock.time(toWireTime(at)), actor, actorKind, action, subject, detail, ip, userAgent, traceId];
}
