import type { Clock } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { leaseTime } from './due-work.ts';
import type { DueWork } from './worker.ts';

/** Due work that must not delay work in other lanes. */
export type LaneWork = DueWork & {
  lane: string;
  /** Whether the lane's last piece had failed when this one was claimed. */
  isSuspect: boolean;
};

interface Claim {
  clock: Clock;
  /** Milliseconds for which this process keeps its claims. */
  lease: number;
  most: number;
  perLane: number;
  perMerchant: number;
  /** Work that this process is already doing: it counts towards the limits of lanes and merchants. */
  underWay: readonly LaneWork[];
  /** Only lanes whose last job failed, or only the others. */
  isSuspect: boolean;
}

/**
 * Up to so many due jobs are read in the order of their time. If more are due, every lane is visited by its index, so that no
 * lane is hidden behind another.
 */
const mostDue = 5_000;

/**
 * Claims due jobs in lanes, with a limit for each lane and each merchant. It reads only jobs that are due, so ten thousand lanes
 * that wait for their next attempt cost nothing, unless thousands of jobs are due.
 */
export async function claimLanes({ query }: Queries, claim: Claim): Promise<LaneWork[]> {
  const claimed = await query<DueWork & { lane: string }>(claimSql(claim));
  return claimed.map((work) => ({ ...work, isSuspect: claim.isSuspect }));
}

/** How often each name occurs in a list, as JSON. */
function count(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return JSON.stringify([...counts].map(([name, taken]) => ({ name, taken })));
}

/** Lanes and rows are read without a lock; only the chosen rows are locked, and checked again. */
const claimSql = ({ clock, lease, most, perLane, perMerchant, underWay, isSuspect }: Claim) => sql`
  WITH RECURSIVE oldest AS MATERIALIZED (
    SELECT lane FROM due_work WHERE lane IS NOT NULL AND kind <> '' AND due_at <= ${clock.now()}::timestamptz
    ORDER BY due_at LIMIT ${mostDue + 1}::integer
  ), visited AS (
    (SELECT lane FROM due_work WHERE lane IS NOT NULL AND (SELECT count(*) FROM oldest) > ${mostDue}::integer ORDER BY lane LIMIT 1)
    UNION ALL
    SELECT (SELECT w.lane FROM due_work AS w WHERE w.lane > v.lane ORDER BY w.lane LIMIT 1) FROM visited AS v
    WHERE v.lane IS NOT NULL
  ), lanes AS (
    SELECT lane FROM oldest UNION SELECT lane FROM visited
  ), due AS (
    SELECT w.*, row_number() OVER (PARTITION BY w.merchant_id ORDER BY w.due_at, w.work_id) AS place FROM lanes AS l
    LEFT JOIN jsonb_to_recordset(${count(underWay.map(({ lane }) => lane))}::jsonb)
      AS r(name text, taken integer) ON r.name = l.lane
    CROSS JOIN LATERAL (
      SELECT work_id, merchant_id, due_at FROM due_work
      WHERE lane = l.lane AND due_at <= ${clock.now()}::timestamptz AND (claimed_until IS NULL OR claimed_until <= ${leaseTime(clock)})
      ORDER BY due_at LIMIT greatest(0, ${perLane}::integer - coalesce(r.taken, 0))) AS w
    WHERE l.lane IS NOT NULL
      AND EXISTS (
        SELECT FROM suspect_lanes AS s WHERE s.lane_key = md5(l.lane) AND s.expires_at > ${clock.now()}::timestamptz) = ${isSuspect}::boolean
  ), picked AS (
    SELECT d.work_id FROM due AS d
    LEFT JOIN jsonb_to_recordset(${count(underWay.map(({ merchantId }) => merchantId ?? ''))}::jsonb)
      AS r(name text, taken integer) ON r.name = d.merchant_id::text
    WHERE d.place <= ${perMerchant}::integer - coalesce(r.taken, 0)
    ORDER BY d.due_at, d.work_id LIMIT ${most}::integer
  ), free AS MATERIALIZED (
    SELECT work_id FROM due_work
    WHERE work_id IN (SELECT work_id FROM picked) AND (claimed_until IS NULL OR claimed_until <= ${leaseTime(clock)})
    FOR UPDATE SKIP LOCKED)
  UPDATE due_work AS d SET claimed_until = ${leaseTime(clock)} + ${lease}::double precision * interval '1 millisecond',
    attempts = attempts + 1
  FROM free WHERE d.work_id = free.work_id
  RETURNING d.work_id AS "workId", kind, merchant_id AS "merchantId", object_id AS "objectId", payload, due_at AS "dueAt",
  attempts, lane`;
