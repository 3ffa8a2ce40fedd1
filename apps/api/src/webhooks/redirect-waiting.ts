import type { WebhookKind } from '@volume/contract/webhooks.ts';
import type { Queries } from '#database/database.ts';

type Redirect = { merchantId: string; applicationId: string; kind: WebhookKind; url: string | null };

/** Sends what still waits for an application's address of a kind to its new one; without a new one it is given up. */
export async function redirectWaiting({ query }: Queries, redirect: Redirect): Promise<void> {
  const { merchantId, applicationId, kind, url } = redirect;
  // Deliveries before their work, in the order a sending takes them, so that the two never wait for each other.
  const changed = await query<{ id: string }>(
    `UPDATE webhook_deliveries SET url = coalesce($4, url), state = CASE WHEN $4 IS NULL THEN 'GAVE_UP' ELSE state END,
       next_attempt_at = CASE WHEN $4 IS NOT NULL THEN next_attempt_at END
     WHERE merchant_id = $1 AND application_id = $2 AND kind = $3 AND state IN ('PENDING', 'FAILING') RETURNING delivery_id AS id`,
    [merchantId, applicationId, kind, url],
  );
  const ids = changed.map(({ id }) => id);
  if (url === null) await query('DELETE FROM due_work WHERE lane IS NOT NULL AND object_id = ANY($1::uuid[])', [ids]);
  else await query('UPDATE due_work SET lane = $2 WHERE lane IS NOT NULL AND object_id = ANY($1::uuid[])', [ids, url]);
}
