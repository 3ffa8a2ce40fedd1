import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** Milliseconds after its last failure until a lane counts as sound again: the longest wait between two tries, and some. */
const suspicion = 2 * 3_600_000;

/** Remembers that a lane's piece failed. */
export async function suspectLane({ query }: Queries, lane: string, at: Date): Promise<void> {
  await query(
    sql`INSERT INTO suspect_lanes (lane_key, expires_at)
      VALUES (md5(${lane}), ${new Date(at.getTime() + suspicion)}::timestamptz)
     ON CONFLICT (lane_key) DO UPDATE SET expires_at = excluded.expires_at`,
  );
}

/** Forgets a lane's failure. */
export async function trustLane({ query }: Queries, lane: string): Promise<void> {
  await query(sql`DELETE FROM suspect_lanes WHERE lane_key = md5(${lane})`);
}

/** Takes away what is long over; what another instance is taking away is left to it. */
export async function sweepLanes({ query }: Queries, at: Date): Promise<void> {
  await query(
    sql`DELETE FROM suspect_lanes WHERE lane_key IN (
       SELECT lane_key FROM suspect_lanes WHERE expires_at <= ${at}::timestamptz LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
  );
}
