import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

/** The kind of due work that sends one delivery once; each address is a lane of its own. */
export const sendingKind = 'WEBHOOK_SEND';

type Sending = { merchantId: string; deliveryId: string; url: string; dueAt: Date };

/** Puts the next sending of a delivery into the queue; one that waits there already is brought forward. */
export async function queueSending(
  { query }: Queries,
  newId: () => string,
  { merchantId, deliveryId, url, dueAt }: Sending,
): Promise<void> {
  await query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, lane, due_at)
      VALUES (${newId()}, ${sendingKind}, ${merchantId}, ${deliveryId}, ${url}, ${dueAt})
     ON CONFLICT (object_id) WHERE lane IS NOT NULL DO UPDATE SET due_at = excluded.due_at, lane = excluded.lane`,
  );
}
