import type { WebhookState } from '@volume/contract/webhooks.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services, WebhookReply, WebhookRequest } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { signBody, signSending } from '#webhooks/signing/sign-body.ts';
import { finishWork, postponeWork } from '#queue/due-work.ts';
import type { LaneWork } from '#queue/claim-lanes.ts';
import { nextAttemptAt, patience } from './schedule.ts';

interface Delivery {
  application_id: string;
  /** Null for a test event. */
  event_id: string | null;
  url: string;
  state: WebhookState;
  request_body: string;
  tries: number;
  created_at: Date;
  give_up_at: Date | null;
}
interface Name {
  merchantId: string;
  deliveryId: string;
}

/**
 * Sends a claimed delivery once and records what came of it; true when the receiver took it. The call to the outside is in no
 * transaction: a process that dies after it sends again later, never less than once.
 */
export async function sendOnce(services: Services, work: LaneWork): Promise<boolean> {
  const { database, clock } = services;
  const { merchantId, objectId: deliveryId } = work;
  if (merchantId === null || deliveryId === null) throw new Error('A sending without a merchant or an id.');
  const name = { merchantId, deliveryId };
  const [delivery] = await database.query<Delivery>(find(name));
  if (!delivery || delivery.state === 'DELIVERED' || delivery.state === 'GAVE_UP') {
    await finishWork(database, work);
    return true;
  }
  const body = countAttempt(delivery.request_body, delivery.tries);
  const { application_id: applicationId, event_id: eventId } = delivery;
  const signature = await signBody(services, body);
  const headers = await signSending(services, { applicationId, body, isTest: eventId === null });
  const begun = clock.now();
  const reply = await send(services, { merchantId, url: delivery.url, body, ...signature, headers });
  const attempt = { at: begun, endedAt: clock.now(), body, reply };
  await database.transaction((queries) => record(queries, name, work, attempt));
  return isTaken(reply);
}

const find = ({ merchantId, deliveryId }: Name) =>
  sql`SELECT application_id, event_id, url, state, request_body, tries, created_at, give_up_at FROM webhook_deliveries
  WHERE merchant_id = ${merchantId} AND delivery_id = ${deliveryId}`;

/** Refunds and payouts tell which attempt this is, from 0 (contract §6). */
function countAttempt(body: string, tries: number): string {
  return body.replace(/("(?:payout|refund)WebhookDeliveryAttempt": ?)\d+/, `$1${tries}`);
}

async function send(services: Services, request: WebhookRequest): Promise<WebhookReply> {
  try {
    return await services.webhookSender.send(request);
  } catch (error) {
    services.log.error('a webhook could not be sent', errorFields(error));
    return { error: 'The request could not be made' };
  }
}

/** Only 200 says that it was taken (contract §6). */
function isTaken(reply: WebhookReply): boolean {
  return 'status' in reply && reply.status === 200;
}

interface Attempt {
  at: Date;
  endedAt: Date;
  body: string;
  reply: WebhookReply;
}

async function record(queries: Queries, { merchantId, deliveryId }: Name, work: LaneWork, attempt: Attempt) {
  const { query } = queries;
  const [delivery] = await query<Delivery>(sql`${find({ merchantId, deliveryId })} FOR UPDATE`);
  if (!delivery) return;
  await writeAttempt(queries, { merchantId, deliveryId }, attempt);
  // Another instance that sent it too may have had better luck, or its address was taken away meanwhile.
  if (delivery.state === 'DELIVERED' || (delivery.state === 'GAVE_UP' && !isTaken(attempt.reply))) {
    return finishWork(queries, work);
  }
  const { reply, endedAt, body } = attempt;
  const giveUpAt = delivery.give_up_at ?? new Date(delivery.created_at.getTime() + patience);
  const retryAfter = 'retryAfter' in reply && (reply.status === 429 || reply.status === 503) ? reply.retryAfter : null;
  const next = isTaken(reply) ? null : nextAttemptAt({ tries: delivery.tries + 1, endedAt, giveUpAt, retryAfter });
  const state: WebhookState = isTaken(reply) ? 'DELIVERED' : next ? 'FAILING' : 'GAVE_UP';
  await query(
    sql`UPDATE webhook_deliveries SET state = ${state}, next_attempt_at = ${next}, tries = tries + 1, request_body = ${body}
     WHERE merchant_id = ${merchantId} AND delivery_id = ${deliveryId}`,
  );
  await (next ? postponeWork(queries, work, next) : finishWork(queries, work));
}

async function writeAttempt({ query }: Queries, { merchantId, deliveryId }: Name, { at, endedAt, reply }: Attempt) {
  const { status, body, error } =
    'status' in reply ? { ...reply, error: null } : { status: null, body: null, ...reply };
  const isRedirect = status !== null && status >= 300 && status < 400;
  await query(
    sql`INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt, at, http_status, duration_ms, error, response_body)
     SELECT ${merchantId}::uuid, ${deliveryId}::uuid, coalesce(max(attempt), 0) + 1, ${at}::timestamptz, ${status}::smallint,
     ${endedAt.getTime() - at.getTime()}::integer, ${isRedirect ? 'Redirects are not followed' : error}, ${body}
     FROM webhook_attempts WHERE merchant_id = ${merchantId}::uuid AND delivery_id = ${deliveryId}::uuid`,
  );
}
