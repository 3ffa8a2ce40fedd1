import type { WebhookState } from '@volume/contract/webhooks/labels.ts';
import type { Services, WebhookReply, WebhookRequest } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import type { LaneWork } from '#queue/claim-lanes.ts';
import { finishWork, postponeWork } from '#queue/due-work.ts';
import { holdApplication } from '#webhooks/endpoints/endpoint-row.ts';
import { endpointRequest, noteHealth, openAddress } from '#webhooks/endpoints/send-to-endpoint.ts';
import { advanceReplay } from '#webhooks/replays/advance-replay.ts';
import { signBody, signSending } from '#webhooks/signing/sign-body.ts';
import type { Delivery, DeliveryName, ToSend } from './delivery.ts';
import { nextAttemptAt, patience } from './schedule.ts';

/**
 * Sends a claimed delivery once and records the result; `none` when there was nothing to send now. The HTTP request is
 * outside any transaction: after a crash it is sent again, so delivery is at least once.
 */
export async function sendOnce(services: Services, work: LaneWork): Promise<'taken' | 'refused' | 'none'> {
  const { database, clock } = services;
  const { merchantId, objectId: deliveryId } = work;
  if (merchantId === null || deliveryId === null) throw new Error('A sending without a merchant or an id.');
  const name = { merchantId, deliveryId };
  const [delivery] = await database.query<Delivery>(find(name));
  if (!delivery || delivery.state === 'DELIVERED' || delivery.state === 'GAVE_UP') {
    await finishWork(database, work);
    return 'none';
  }
  const url = await openAddress(services, { name, delivery, work });
  if (url === null) return 'none';
  const isReplay = delivery.replay_id !== null;
  const body = isReplay ? delivery.request_body : countAttempt(delivery.request_body, delivery.tries);
  const begun = clock.now();
  const request = await toRequest(services, { name, delivery, url, body });
  const reply = await send(services, request);
  const attempt = { at: begun, endedAt: clock.now(), body: request.body, reply };
  await database.transaction(async (queries) => {
    if (isReplay) await holdApplication(queries, { merchantId, applicationId: delivery.application_id });
    await record(queries, writeContext(services), { name, work, attempt });
  });
  // In a replay a refusal can be the right answer, so only a missing answer slows down the replay's own lane.
  if (isReplay) return 'status' in reply ? 'taken' : 'refused';
  const end = isTaken(delivery, reply) ? 'taken' : 'refused';
  // A test says nothing about the sending of real events.
  const endpointId = delivery.event_id === null ? null : delivery.endpoint_id;
  await noteHealth(database, { merchantId, endpointId, at: attempt.endedAt, end });
  return end;
}

async function toRequest(services: Services, sending: ToSend): Promise<WebhookRequest> {
  const { name, delivery, url, body } = sending;
  const { endpoint_id: endpointId, application_id: applicationId, event_id: eventId } = delivery;
  if (endpointId !== null) return endpointRequest(services, { ...sending, endpointId });
  const signature = await signBody(services, body);
  const headers = await signSending(services, {
    id: eventId ?? name.deliveryId,
    applicationId,
    body,
    isTest: eventId === null,
  });
  return { merchantId: name.merchantId, url, body, ...signature, headers };
}

const find = ({ merchantId, deliveryId }: DeliveryName) =>
  sql`SELECT application_id, event_id, endpoint_id, event_type, url, state, request_body, tries, created_at, give_up_at,
    replay_id, replay_place, replay_form, replayed_event_id
  FROM webhook_deliveries WHERE merchant_id = ${merchantId} AND delivery_id = ${deliveryId}`;

/** Bodies of refunds and payouts contain the number of the attempt, from 0 (contract §6). */
export function countAttempt(body: string, tries: number): string {
  return body.replace(/("(?:payout|refund)WebhookDeliveryAttempt": ?)\d+/, `$1${tries}`);
}

export async function send(services: Services, request: WebhookRequest): Promise<WebhookReply> {
  try {
    return await services.webhookSender.send(request);
  } catch (error) {
    services.log.error('a webhook could not be sent', errorFields(error));
    return { error: 'The request could not be made' };
  }
}

/** Only 200 counts as accepted from a specified address (contract §6), any 2xx from an endpoint. */
function isTaken({ endpoint_id }: Pick<Delivery, 'endpoint_id'>, reply: WebhookReply): boolean {
  if (!('status' in reply)) return false;
  return endpoint_id === null ? reply.status === 200 : reply.status >= 200 && reply.status < 300;
}

interface Attempt {
  at: Date;
  endedAt: Date;
  body: string;
  reply: WebhookReply;
}

interface Recorded {
  name: DeliveryName;
  work: LaneWork;
  attempt: Attempt;
}

async function record(queries: Queries, context: WriteContext, { name, work, attempt }: Recorded) {
  const { merchantId, deliveryId } = name;
  const { query } = queries;
  const [delivery] = await query<Delivery>(sql`${find({ merchantId, deliveryId })} FOR UPDATE`);
  if (!delivery) return;
  const { reply, endedAt, body } = attempt;
  const taken = isTaken(delivery, reply);
  await writeAttempt(queries, { merchantId, deliveryId }, { ...attempt, taken });
  // Another instance may have delivered it successfully, or its address was removed in the meantime.
  if (delivery.state === 'DELIVERED' || (delivery.state === 'GAVE_UP' && !taken)) return finishWork(queries, work);
  const giveUpAt = delivery.give_up_at ?? new Date(delivery.created_at.getTime() + patience);
  const retryAfter = 'retryAfter' in reply && (reply.status === 429 || reply.status === 503) ? reply.retryAfter : null;
  const next = taken ? null : nextAttemptAt({ tries: delivery.tries + 1, endedAt, giveUpAt, retryAfter });
  const state: WebhookState = taken ? 'DELIVERED' : next ? 'FAILING' : 'GAVE_UP';
  await query(
    sql`UPDATE webhook_deliveries SET state = ${state}, next_attempt_at = ${next}, tries = tries + 1, request_body = ${body}
     WHERE merchant_id = ${merchantId} AND delivery_id = ${deliveryId}`,
  );
  await (next ? postponeWork(queries, work, next) : finishWork(queries, work));
  if (delivery.replay_id !== null)
    return advanceReplay(queries, context, { merchantId, delivery, isAnswered: 'status' in reply });
  // A delivery that failed once or twice usually succeeds without help; the sender of a test event is already watching.
  if (taken || delivery.tries + 1 !== notifiedAfter || delivery.event_id === null) return;
  const applicationId = delivery.application_id;
  const key = `${applicationId} ${endedAt.toISOString().slice(0, 13)}`;
  await recordNotification(queries, context, {
    merchantId,
    applicationId,
    kind: 'WEBHOOKS_FAILING',
    objectId: null,
    key,
  });
}

/** Failed attempts of a delivery before users are notified; failures within the same hour are one notification. */
const notifiedAfter = 3;

async function writeAttempt(
  { query }: Queries,
  { merchantId, deliveryId }: DeliveryName,
  { at, endedAt, reply, taken }: Attempt & { taken: boolean },
) {
  const { status, body, error } =
    'status' in reply
      ? { ...reply, error: taken ? null : reasonOf(reply.status) }
      : { status: null, body: null, ...reply };
  await query(
    sql`INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt, at, http_status, duration_ms, error, response_body)
     SELECT ${merchantId}::uuid, ${deliveryId}::uuid, coalesce(max(attempt), 0) + 1, ${at}::timestamptz, ${status}::smallint,
     ${endedAt.getTime() - at.getTime()}::integer, ${error}, ${body}
     FROM webhook_attempts WHERE merchant_id = ${merchantId}::uuid AND delivery_id = ${deliveryId}::uuid`,
  );
}

/** Why an answer does not count, where its status alone does not say so. */
function reasonOf(status: number): string | null {
  if (status >= 300 && status < 400) return 'Redirects are not followed';
  return status < 300 ? 'Only 200 counts as delivered' : null;
}
