import {
  type Activity,
  type ActivityFilters,
  exportActivity as exportActivityEndpoint,
  exportPlatformActivity as exportPlatformActivityEndpoint,
  listActivity as listActivityEndpoint,
  listPlatformActivity as listPlatformActivityEndpoint,
} from '@volume/contract/users/activity.ts';
import { handle, handleStream } from '#core/handler.ts';
import { readGrowingPage } from '#core/growing-list.ts';
import type { Database, Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';
import { parseUtc, toWireTime } from '@volume/contract/lists/period.ts';
import { platformId } from '#core/activity/record-activity.ts';
import { type FilterRules, momentAfter, toWhere } from '#core/list-filters.ts';
import { type CsvCell, type CsvClock, csvClock } from '@volume/contract/lists/csv.ts';
import type { CsvQuery } from '@volume/contract/lists/csv-query.ts';
import { openTable } from '#core/files.ts';

/** A merchant's activity, newest first (contract §2). */
export const listActivity = handle(listActivityEndpoint, ({ params, query, services }) =>
  readActivityPage(services.database, params.merchantId, query),
);

/** The activity on the platform itself, which belongs to no merchant, newest first (contract §11, Trail). */
export const listPlatformActivity = handle(listPlatformActivityEndpoint, ({ query, services }) =>
  readActivityPage(services.database, null, query),
);

type Asked = ActivityFilters & { page: number; size: number };

async function readActivityPage(database: Database, merchantId: string | null, { page, size, ...filters }: Asked) {
  const from = sql`activity WHERE ${await selectActivity(database, merchantId, filters)}`;
  return readGrowingPage(
    database,
    { page, size },
    {
      from,
      read: (window) =>
        database.query<ActivityRow>(sql`SELECT ${activityColumns} FROM ${from} ORDER BY ${newestFirst} ${window}`),
      toItems: (rows) => rows.map(toActivity),
    },
  );
}

type ActivityRow = Omit<Activity, 'atUtc'> & { at: Date };

const activityColumns = sql`activity_id AS id, at, actor, actor_kind AS "actorKind", action, subject, detail, ip,
  user_agent AS "userAgent", trace_id AS "traceId"`;
const newestFirst = sql`at DESC, activity_id DESC`;

interface Filters extends Omit<ActivityFilters, 'actor'> {
  /** A pattern of the email address, and the addresses of the people whose name matches it. */
  actor: { pattern: string; named: readonly string[] } | undefined;
}

/** The end of the period is inclusive. */
const rules: FilterRules<Filters> = {
  actor: ({ pattern, named }) => sql`(lower(actor) LIKE ${pattern} OR lower(actor) = ANY(${named}::text[]))`,
  action: (actions) => sql`action = ANY(${actions}::text[])`,
  from: (from) => sql`at >= ${new Date(parseUtc(from))}::timestamptz`,
  to: (to) => sql`at < ${momentAfter(to)}::timestamptz`,
};

/** Condition for the log and its export (contract §2); `null` selects the platform's log. */
async function selectActivity(
  { query }: Queries,
  merchantId: string | null,
  { actor = '', ...filters }: ActivityFilters,
): Promise<Sql> {
  const owner = sql`merchant_id = ${merchantId ?? platformId}`;
  const term = actor.trim().toLowerCase();
  if (term === '') return toWhere(rules, { ...filters, actor: undefined }, owner);
  const pattern = `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
  // Read on its own: a cluster does not join the accounts with the activity.
  const people = await query<{ email: string }>(
    sql`SELECT lower(email) AS email FROM accounts
      WHERE lower(name) LIKE ${pattern} AND (merchant_id = ${merchantId}::uuid OR merchant_id IS NULL)`,
  );
  return toWhere(rules, { ...filters, actor: { pattern, named: people.map(({ email }) => email) } }, owner);
}

function toActivity({ at, ...row }: ActivityRow): Activity {
  return { ...row, atUtc: toWireTime(at) };
}

/** A merchant's activity as CSV (contract §2). */
export const exportActivity = handleStream(exportActivityEndpoint, async ({ params, query, services }) =>
  openActivity(services.database, params.merchantId, query),
);

/** The platform's activity as CSV (contract §11, Trail). */
export const exportPlatformActivity = handleStream(exportPlatformActivityEndpoint, async ({ query, services }) =>
  openActivity(services.database, null, query),
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

/** A merchant's activity, or the platform's (`null`), as CSV with all rows (contract §2). */
function openActivity(database: Database, merchantId: string | null, query: ActivityFilters & CsvQuery) {
  const clock = csvClock(query.zone);
  return openTable<ActivityRow>(database, query, async (queries) => {
    const where = await selectActivity(queries, merchantId, query);
    return {
      name: merchantId === null ? 'platform-activity' : 'activity',
      header: headerOf(clock),
      select: (last, limit) => selectAfter(where, last, limit),
      toCells: (row) => toCells(row, clock),
    };
  });
}

function selectAfter(where: Sql, last: ActivityRow | undefined, limit: number | null): Sql {
  const further = last ? sql`AND (at, activity_id) < (${last.at}::timestamptz, ${last.id}::uuid)` : sql``;
  return sql`SELECT ${activityColumns} FROM activity WHERE ${where} ${further} ORDER BY ${newestFirst} LIMIT ${limit}::bigint`;
}

function toCells(row: ActivityRow, clock: CsvClock): CsvCell[] {
  const { id, at, actor, actorKind, action, subject, detail, ip, userAgent, traceId } = row;
  return [id, clock.time(toWireTime(at)), actor, actorKind, action, subject, detail, ip, userAgent, traceId];
}
