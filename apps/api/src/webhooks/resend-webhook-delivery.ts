import { resendWebhookDelivery as endpoint, type WebhookKind } from '@volume/contract/webhooks/webhooks.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type Call, handle } from '#core/handler.ts';
import type { RateLimit } from '#core/limits/rate-limits.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import { type Action, recordActivity } from '#core/activity/record-activity.ts';
import { addressOf } from './address-columns.ts';
import { patience, queueSending } from '#webhooks/deliver/schedule.ts';
import { kindWords, readDelivery } from './delivery-row.ts';

/**
 * Resends a delivery to the address that is set now, with the full retry schedule; a test event only once. 409 without
 * an address or after too many attempts.
 */
export const resendWebhookDelivery = handle(endpoint, async (call) => {
  const { services, params } = call;
  await services.rateLimits.spend(resendLimit(params.merchantId));
  return services.database.transaction(async (queries) => {
    await sendAgain(call, queries);
    return readDelivery(queries, params);
  });
});

/** Resends per merchant and minute, single and bulk. */
export const resendLimit = (merchantId: string): RateLimit => ({
  key: `webhook-resend:${merchantId}`,
  most: 120,
  seconds: 60,
  message: 'Too many events were resent in this minute. This one was not; try again in a minute.',
});

interface Found {
  kind: WebhookKind;
  event_id: string | null;
  url: string | null;
  attempts: number;
}

/**
 * Attempts are counted in a smallint; a wider column would rewrite a large table while an older version writes to it.
 */
const mostAttempts = 1_000;

/** Makes a delivery due again, in the given transaction. Throws like `resendWebhookDelivery`. */
export async function sendAgain(
  call: Action & Pick<Call<typeof endpoint>, 'params' | 'services'>,
  queries: Queries,
): Promise<void> {
  const { merchantId, applicationId, deliveryId } = call.params;
  const { at, newId } = writeContext(call.services);
  // Locked before the delivery, in the order of an address change: that change waits until this is written, and then
  // redirects it.
  await queries.query(
    sql`SELECT 1 FROM applications WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} FOR SHARE`,
  );
  const [found] = await queries.query<Found>(
    sql`SELECT d.kind, d.event_id, ${addressOf(sql`d.kind`)} AS url, (SELECT count(*) FROM webhook_attempts AS t
       WHERE t.merchant_id = ${merchantId} AND t.delivery_id = d.delivery_id) AS attempts FROM webhook_deliveries AS d
     JOIN applications AS a ON a.merchant_id = ${merchantId} AND a.application_id = d.application_id
     WHERE d.merchant_id = ${merchantId} AND d.application_id = ${applicationId} AND d.delivery_id = ${deliveryId}
     FOR UPDATE OF d`,
  );
  if (!found) throw notFound('This delivery');
  const { kind, url } = found;
  const reason = whyNotResent(found);
  if (reason !== null || url === null)
    throw new Problem(409, reason ?? noAddress(kind), {
      code: url === null ? 'NO_WEBHOOK_ADDRESS' : 'RESENT_TOO_OFTEN',
    });
  const giveUpAt = found.event_id === null ? at : new Date(at.getTime() + patience);
  await queries.query(
    sql`UPDATE webhook_deliveries SET state = 'PENDING', url = ${url}, next_attempt_at = ${at}, tries = 0,
      give_up_at = ${giveUpAt}
     WHERE merchant_id = ${merchantId} AND delivery_id = ${deliveryId}`,
  );
  await queueSending(queries, newId, { merchantId, deliveryId, url, dueAt: at });
  await recordActivity(queries, call, { merchantId, action: 'WEBHOOK_RESENT', subject: deliveryId, detail: url });
}

const noAddress = (kind: WebhookKind): string => `No address is set for ${kindWords[kind]}.`;

/** The reason why a delivery cannot be resent; null when it can. */
export function whyNotResent({ kind, url, attempts }: Pick<Found, 'kind' | 'url' | 'attempts'>): string | null {
  if (attempts >= mostAttempts) return 'This event was sent 1,000 times already. It is not sent again.';
  return url === null ? noAddress(kind) : null;
}
