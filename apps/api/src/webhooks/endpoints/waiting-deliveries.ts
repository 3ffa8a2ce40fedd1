import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { patience } from '#webhooks/deliver/schedule.ts';

interface Name {
  merchantId: string;
  endpointId: string;
}

const waiting = ({ merchantId, endpointId }: Name) =>
  sql`merchant_id = ${merchantId} AND endpoint_id = ${endpointId} AND state IN ('PENDING', 'FAILING')`;

// Each of these locks deliveries before their jobs, in the order of an attempt, so that the two cannot deadlock.

/** Keeps waiting deliveries until the endpoint can be sent to again; then they are sent to `url`. */
export async function holdWaiting({ query }: Queries, name: Name, { url, at }: { url: string; at: Date }) {
  const held = await query<{ id: string }>(
    sql`UPDATE webhook_deliveries SET url = ${url}, next_attempt_at = NULL WHERE ${waiting(name)}
      RETURNING delivery_id AS id`,
  );
  const until = new Date(at.getTime() + patience);
  await query(
    sql`UPDATE due_work SET lane = ${url}, due_at = ${until}::timestamptz
      WHERE lane IS NOT NULL AND object_id = ANY(${held.map(({ id }) => id)}::uuid[])`,
  );
}

/** Sends waiting deliveries now. */
export async function releaseWaiting({ query, wakeWorkers }: Queries, name: Name, at: Date): Promise<void> {
  const released = await query<{ id: string }>(
    sql`UPDATE webhook_deliveries SET next_attempt_at = ${at}::timestamptz WHERE ${waiting(name)}
      RETURNING delivery_id AS id`,
  );
  await query(
    sql`UPDATE due_work SET due_at = ${at}::timestamptz
      WHERE lane IS NOT NULL AND object_id = ANY(${released.map(({ id }) => id)}::uuid[])`,
  );
  wakeWorkers?.();
}

/** Gives up waiting deliveries. The result of an attempt in progress is still recorded. */
export async function giveUpWaiting({ query }: Queries, name: Name): Promise<void> {
  const given = await query<{ id: string }>(
    sql`UPDATE webhook_deliveries SET state = 'GAVE_UP', next_attempt_at = NULL WHERE ${waiting(name)}
      RETURNING delivery_id AS id`,
  );
  await query(
    sql`DELETE FROM due_work WHERE lane IS NOT NULL AND object_id = ANY(${given.map(({ id }) => id)}::uuid[])`,
  );
}
