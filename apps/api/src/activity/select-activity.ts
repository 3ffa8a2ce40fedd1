import type { Activity, ActivityFilters } from '@volume/contract/activity.ts';
import { parseUtc, toWireTime } from '@volume/contract/period.ts';
import { platformId } from '#core/activity/record-activity.ts';
import { type FilterRules, justAfter, toWhere } from '#core/list-filters.ts';
import { type Sql, sql } from '#database/sql.ts';

export type ActivityRow = Omit<Activity, 'atUtc'> & { at: Date };

export const activityColumns = sql`activity_id AS id, at, actor, actor_kind AS "actorKind", action, subject, detail, ip,
  user_agent AS "userAgent", trace_id AS "traceId"`;
export const newestFirst = sql`at DESC, activity_id DESC`;

/** The end of the period is within it. */
const rules: FilterRules<ActivityFilters> = {
  actor: (actor) => {
    const term = actor.trim().toLowerCase();
    return term === '' ? null : sql`lower(actor) LIKE ${`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
  },
  action: (actions) => sql`action = ANY(${actions}::text[])`,
  from: (from) => sql`at >= ${new Date(parseUtc(from))}::timestamptz`,
  to: (to) => sql`at < ${justAfter(to)}::timestamptz`,
};

/** The rows of the log and of its export (contract §2), the platform's own for `null`. */
export const selectActivity = (merchantId: string | null, filters: ActivityFilters): Sql =>
  toWhere(rules, filters, sql`merchant_id = ${merchantId ?? platformId}`);

export function toActivity({ at, ...row }: ActivityRow): Activity {
  return { ...row, atUtc: toWireTime(at) };
}
