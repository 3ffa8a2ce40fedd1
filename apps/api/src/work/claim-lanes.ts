import type { Queries } from '#database/database.ts';
import type { DueWork } from './worker.ts';

/** Due work that must not hold up what stands in another lane. */
export type LaneWork = DueWork & { lane: string };

type Claim = {
  at: Date;
  until: Date;
  most: number;
  /** Pieces of one lane, where `rooms` says nothing else. */
  perLane: number;
  rooms: readonly { lane: string; room: number }[];
  /** Only these lanes, or all others. */
  among: { only: readonly string[] } | { except: readonly string[] };
};

/**
 * Claims due work that stands in lanes, so many of each; lanes are found one by one on their index, so that ten thousand pieces
 * in one hide no other.
 */
export async function claimLanes({ query }: Queries, claim: Claim): Promise<LaneWork[]> {
  const { at, until, most, perLane, rooms, among } = claim;
  const isOnly = 'only' in among;
  return query<LaneWork>(claimSql, [
    at,
    until,
    most,
    perLane,
    JSON.stringify(rooms),
    isOnly ? among.only : among.except,
    isOnly,
  ]);
}

const claimSql = `
  WITH RECURSIVE lanes AS (
    (SELECT lane FROM due_work WHERE lane IS NOT NULL ORDER BY lane LIMIT 1)
    UNION ALL
    SELECT (SELECT w.lane FROM due_work AS w WHERE w.lane > l.lane ORDER BY w.lane LIMIT 1) FROM lanes AS l WHERE l.lane IS NOT NULL
  ), picked AS (
    SELECT w.work_id FROM lanes AS l
    LEFT JOIN jsonb_to_recordset($5::jsonb) AS r(lane text, room integer) ON r.lane = l.lane
    CROSS JOIN LATERAL (
      SELECT work_id, due_at FROM due_work
      WHERE lane = l.lane AND due_at <= $1::timestamptz AND (claimed_until IS NULL OR claimed_until <= $1::timestamptz)
      ORDER BY due_at LIMIT coalesce(r.room, $4::integer) FOR UPDATE SKIP LOCKED) AS w
    WHERE l.lane IS NOT NULL AND (l.lane = ANY($6::text[])) = $7::boolean
    ORDER BY w.due_at LIMIT $3::integer
  )
  UPDATE due_work SET claimed_until = $2::timestamptz, attempts = attempts + 1 WHERE work_id IN (SELECT work_id FROM picked)
  RETURNING work_id AS "workId", kind, merchant_id AS "merchantId", object_id AS "objectId", payload, due_at AS "dueAt", attempts, lane`;
