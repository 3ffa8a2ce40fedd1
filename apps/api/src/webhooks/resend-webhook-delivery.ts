import type { ErrorCode } from '@volume/contract/error-codes.ts';
import { resendWebhookDelivery as endpoint } from '@volume/contract/webhooks/webhooks.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type Call, handle } from '#core/handler.ts';
import type { RateLimit } from '#core/limits/rate-limits.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import { type Action, recordActivity } from '#core/activity/record-activity.ts';
import { type DeliveryTarget, targetOfDelivery } from './address-columns.ts';
import { endpointRefusal } from '#webhooks/endpoints/endpoint-row.ts';
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

type Found = DeliveryTarget & { event_id: string | null };

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
    sql`SELECT d.event_id, ${targetOfDelivery.columns(merchantId)} FROM ${targetOfDelivery.from(merchantId)}
     WHERE d.merchant_id = ${merchantId} AND d.application_id = ${applicationId} AND d.delivery_id = ${deliveryId}
     FOR UPDATE OF d`,
  );
  if (!found) throw notFound('This delivery');
  const refusal = resendRefusal(found);
  if (refusal !== null) throw new Problem(409, refusal.message, { code: refusal.code });
  const { url } = found;
  if (url === null) throw notFound('The address of this delivery');
  const giveUpAt = found.event_id === null ? at : new Date(at.getTime() + patience);
  await queries.query(
    sql`UPDATE webhook_deliveries SET state = 'PENDING', url = ${url}, next_attempt_at = ${at}, tries = 0,
      give_up_at = ${giveUpAt}
     WHERE merchant_id = ${merchantId} AND delivery_id = ${deliveryId}`,
  );
  await queueSending(queries, newId, { merchantId, deliveryId, url, dueAt: at });
  await recordActivity(queries, call, { merchantId, action: 'WEBHOOK_RESENT', subject: deliveryId, detail: url });
}

interface Refusal {
  code: ErrorCode;
  message: string;
}

/** The reason why a delivery cannot be resent; null when it can. */
export function resendRefusal({
  kind,
  endpointId,
  url,
  attempts,
  isReplay,
  ...endpoint
}: DeliveryTarget): Refusal | null {
  if (isReplay)
    return {
      code: 'REPLAY_NOT_RESENT',
      message: 'This is part of a replay and cannot be resent by itself. Replay the events again.',
    };
  if (attempts >= mostAttempts)
    return { code: 'RESENT_TOO_OFTEN', message: 'This event was sent 1,000 times already. It is not sent again.' };
  if (endpointId === null)
    return url === null ? { code: 'NO_WEBHOOK_ADDRESS', message: `No address is set for ${kindWords[kind]}.` } : null;
  const message = endpoint.isDeleted ? 'The endpoint was deleted.' : endpointRefusal(endpoint);
  return message === null ? null : { code: 'ENDPOINT_NOT_SENT_TO', message };
}
