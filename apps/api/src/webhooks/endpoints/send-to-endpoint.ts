import { testEventHeader } from '@volume/contract/webhooks/labels.ts';
import type { Services, WebhookRequest } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { LaneWork } from '#queue/claim-lanes.ts';
import { finishWork, postponeWork } from '#queue/due-work.ts';
import type { Delivery, DeliveryName, ToSend } from '#webhooks/deliver/delivery.ts';
import { patience } from '#webhooks/deliver/schedule.ts';
import { ageOfOld, forge } from '#webhooks/replays/forge.ts';
import { signForEndpoint } from './endpoint-keys.ts';

interface Claimed {
  name: DeliveryName;
  delivery: Delivery;
  work: LaneWork;
}

/**
 * The address to send to. Null when the endpoint is paused, waits for its confirmation or was deleted: the delivery is
 * kept until the endpoint is sent to again, for as long as it would have been retried.
 */
export async function openAddress(services: Services, { name, delivery, work }: Claimed): Promise<string | null> {
  const { database, clock } = services;
  const { merchantId, deliveryId } = name;
  if (delivery.endpoint_id === null) return delivery.url;
  const [endpoint] = await database.query<{ url: string; isOpen: boolean }>(
    sql`SELECT url, confirmed_at IS NOT NULL AND paused_at IS NULL AS "isOpen" FROM webhook_endpoints
      WHERE merchant_id = ${merchantId} AND endpoint_id = ${delivery.endpoint_id}`,
  );
  if (endpoint?.isOpen) return endpoint.url;
  const giveUpAt = delivery.give_up_at ?? new Date(delivery.created_at.getTime() + patience);
  if (endpoint && giveUpAt > clock.now()) {
    await postponeWork(database, work, giveUpAt);
    return null;
  }
  await database.transaction(async (queries) => {
    await queries.query(
      sql`UPDATE webhook_deliveries SET state = 'GAVE_UP', next_attempt_at = NULL
        WHERE merchant_id = ${merchantId} AND delivery_id = ${deliveryId} AND state IN ('PENDING', 'FAILING')`,
    );
    await finishWork(queries, work);
  });
  return null;
}

/**
 * A POST with the headers of Standard Webhooks, a hint about the type, which they do not sign, and the mark of a test. In a
 * replay it can be one that has to be refused.
 */
export async function endpointRequest(
  services: Services,
  { name, delivery, url, body, endpointId }: ToSend & { endpointId: string },
): Promise<WebhookRequest> {
  const { merchantId, deliveryId } = name;
  const { event_id, replayed_event_id, event_type, replay_form: form } = delivery;
  const id = event_id ?? replayed_event_id ?? deliveryId;
  const old = form === 'OLD_SIGNATURE' && { signedAt: new Date(services.clock.now().getTime() - ageOfOld) };
  const headers = {
    ...(await signForEndpoint(services, { merchantId, endpointId, id, body, ...old })),
    ...(event_type !== null && { 'x-event-type': event_type }),
    ...(event_id === null && { [testEventHeader]: 'true' }),
  };
  return forge({ merchantId, url, body, method: 'POST', headers }, form);
}

interface Health {
  merchantId: string;
  endpointId: string | null;
  at: Date;
  end: 'taken' | 'refused';
}

/** Notes since when an endpoint fails. Outside of the delivery's transaction, so that no lock is held for it. */
export async function noteHealth({ query }: Queries, { merchantId, endpointId, at, end }: Health): Promise<void> {
  if (endpointId === null) return;
  const since = end === 'taken' ? null : at;
  await query(
    sql`UPDATE webhook_endpoints SET failing_since = ${since}::timestamptz
      WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
        AND (failing_since IS NULL) = ${since !== null}::boolean`,
  );
}
