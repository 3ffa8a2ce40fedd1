import type { WebhookKind } from '@volume/contract/webhooks.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

type Redirect = { merchantId: string; applicationId: string; kind: WebhookKind; url: string | null };

/** Sends what still waits for an application's address of a kind to its new one; without a new one it is given up. */
export async function redirectWaiting({ query }: Queries, redirect: Redirect): Promise<void> {
  const { merchantId, applicationId, kind, url } = redirect;
  // Deliveries before their work, in the order a sending takes them, so that the two never wait for each other.
  const changed = await query<{ id: string }>(
    sql`UPDATE webhook_deliveries SET url = coalesce(${url}, url),
      state = CASE WHEN ${url}::text IS NULL THEN 'GAVE_UP' ELSE state END,
       next_attempt_at = CASE WHEN ${url}::text IS NOT NULL THEN next_attempt_at END
     WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND kind = ${kind} AND state IN ('PENDING',
     'FAILING') RETURNING delivery_id AS id`,
  );
  const ids = changed.map(({ id }) => id);
  if (url === null) await query(sql`DELETE FROM due_work WHERE lane IS NOT NULL AND object_id = ANY(${ids}::uuid[])`);
  else await query(sql`UPDATE due_work SET lane = ${url} WHERE lane IS NOT NULL AND object_id = ANY(${ids}::uuid[])`);
}
