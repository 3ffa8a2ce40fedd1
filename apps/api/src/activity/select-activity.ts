import type { Activity, ActivityFilters } from '@volume/contract/activity.ts';
import { parseUtc, toWireTime } from '@volume/contract/period.ts';
import type { Parameter } from '#database/database.ts';
import { platformId } from '#core/activity/record-activity.ts';
import { justAfter } from '#core/just-after.ts';

export type ActivityRow = Omit<Activity, 'atUtc'> & { at: Date };

export const activityColumns = `activity_id AS id, at, actor, actor_kind AS "actorKind", action, subject, detail, ip,
  user_agent AS "userAgent", trace_id AS "traceId"`;
export const newestFirst = 'at DESC, activity_id DESC';

/** The rows of the log and of its export (contract §2), the platform's own for `null`; the end of the period is within it. */
export function selectActivity(
  merchantId: string | null,
  { actor, action = [], from, to }: ActivityFilters,
): { where: string; parameters: Parameter[] } {
  const parameters: Parameter[] = [merchantId ?? platformId];
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const term = actor?.trim().toLowerCase() ?? '';
  const conditions = [
    'merchant_id = $1',
    ...(term === '' ? [] : [`lower(actor) LIKE ${given(`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`)}`]),
    ...(action.length === 0 ? [] : [`action = ANY(${given(action)}::text[])`]),
    ...(from === undefined ? [] : [`at >= ${given(new Date(parseUtc(from)))}::timestamptz`]),
    ...(to === undefined ? [] : [`at < ${given(justAfter(to))}::timestamptz`]),
  ];
  return { where: conditions.join(' AND '), parameters };
}

export function toActivity({ at, ...row }: ActivityRow): Activity {
  return { ...row, atUtc: toWireTime(at) };
}
