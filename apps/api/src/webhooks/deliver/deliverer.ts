import type { Services, WebhookReply, WebhookRequest } from '#core/services.ts';
import { errorFields } from '#core/log.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import { claimLanes, type LaneWork } from '#queue/claim-lanes.ts';
import { createRunner, type Runner } from '#queue/runner.ts';
import { signingKey } from '#webhooks/signing/signing-key.ts';
import { keepRunning, type Loop } from '#queue/keep-running.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { WebhookState } from '@volume/contract/webhooks/webhooks.ts';
import { signBody, signSending } from '#webhooks/signing/sign-body.ts';
import { finishWork, postponeWork } from '#queue/due-work.ts';
import { nextAttemptAt, patience } from './schedule.ts';

/**
 * How long a claim is valid, in milliseconds: longer than any attempt takes. Another process takes over when this one
 * dies.
 */
const lease = 60_000;
/** Concurrent attempts in one process: in total, for one merchant, and to addresses whose last attempt failed. */
const most = 128;
const mostPerMerchant = 32;
const mostSuspect = 64;
/** Concurrent attempts to one address: to a working one, and to one whose last attempt failed. */
const perAddress = 4;
const perSuspect = 1;

/**
 * Sends due deliveries, many concurrently, in any number of instances. Each address is a lane: an address that hangs or
 * fails gets one attempt at a time; all failing addresses together leave half of the capacity to the working ones, and
 * one merchant leaves most of it to the others.
 */
export function createDeliverer(services: Services, onEnd?: () => void): Runner {
  const run = async (work: LaneWork) => {
    const { database, clock } = services;
    try {
      const isTaken = await sendOnce(services, work);
      if (!isTaken) await suspectLane(database, work.lane, clock.now());
      else if (work.isSuspect) await trustLane(database, work.lane);
    } catch (error) {
      // A delivery whose result could not be recorded is claimed again when its lease expires.
      services.log.error('a webhook could not be recorded', { workId: work.workId, ...errorFields(error) });
    }
  };
  const claim = async (underWay: readonly LaneWork[]) => {
    const sound = await claimSome(services, underWay, false);
    return [...sound, ...(await claimSome(services, [...underWay, ...sound], true))];
  };
  return createRunner({ claim, run }, onEnd);
}

async function claimSome(services: Services, underWay: readonly LaneWork[], isSuspect: boolean): Promise<LaneWork[]> {
  const suspects = underWay.filter((work) => work.isSuspect).length;
  const room = Math.min(most - underWay.length, isSuspect ? mostSuspect - suspects : most);
  if (room <= 0) return [];
  return claimLanes(services.database, {
    clock: services.clock,
    lease,
    most: room,
    perLane: isSuspect ? perSuspect : perAddress,
    perMerchant: mostPerMerchant,
    underWay,
    isSuspect,
  });
}

/** Milliseconds between two polls where notifications of new deliveries arrive: retries can be so late. */
const longestIdle = 2_000;

/**
 * Polls for due deliveries every `pause` milliseconds and after each attempt until it is stopped; stopping waits for
 * attempts in progress.
 */
export function keepDelivering(services: Services, pause: number): Loop {
  // Created at startup, so that the first delivery does not wait for it.
  signingKey(services).catch(() => undefined);
  const create = (onEnd: () => void) => createDeliverer(services, onEnd);
  const idle = async () => (services.changes?.hearsOfJobs() ? longestIdle : pause);
  return keepRunning(services, { what: 'webhooks', pause, idle, create });
}

/**
 * How long a lane counts as failing after its last failure, in milliseconds: a little longer than the longest wait
 * between two attempts.
 */
const suspicion = 2 * 3_600_000;

async function suspectLane({ query }: Queries, lane: string, at: Date): Promise<void> {
  await query(
    sql`INSERT INTO suspect_lanes (lane_key, expires_at)
      VALUES (md5(${lane}), ${new Date(at.getTime() + suspicion)}::timestamptz)
     ON CONFLICT (lane_key) DO UPDATE SET expires_at = excluded.expires_at`,
  );
}

async function trustLane({ query }: Queries, lane: string): Promise<void> {
  await query(sql`DELETE FROM suspect_lanes WHERE lane_key = md5(${lane})`);
}

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
 * Sends a claimed delivery once and records the result; returns true when the receiver accepted it. The HTTP request is
 * outside any transaction: after a crash it is sent again, so delivery is at least once.
 */
async function sendOnce(services: Services, work: LaneWork): Promise<boolean> {
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
  const headers = await signSending(services, {
    id: eventId ?? deliveryId,
    applicationId,
    body,
    isTest: eventId === null,
  });
  const begun = clock.now();
  const reply = await send(services, { merchantId, url: delivery.url, body, ...signature, headers });
  const attempt = { at: begun, endedAt: clock.now(), body, reply };
  await database.transaction((queries) => record(queries, writeContext(services), { name, work, attempt }));
  return isTaken(reply);
}

const find = ({ merchantId, deliveryId }: Name) =>
  sql`SELECT application_id, event_id, url, state, request_body, tries, created_at, give_up_at FROM webhook_deliveries
  WHERE merchant_id = ${merchantId} AND delivery_id = ${deliveryId}`;

/** Bodies of refunds and payouts contain the number of the attempt, from 0 (contract §6). */
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

/** Only 200 counts as accepted (contract §6). */
function isTaken(reply: WebhookReply): boolean {
  return 'status' in reply && reply.status === 200;
}

interface Attempt {
  at: Date;
  endedAt: Date;
  body: string;
  reply: WebhookReply;
}

interface Recorded {
  name: Name;
  work: LaneWork;
  attempt: Attempt;
}

async function record(queries: Queries, context: WriteContext, { name, work, attempt }: Recorded) {
  const { merchantId, deliveryId } = name;
  const { query } = queries;
  const [delivery] = await query<Delivery>(sql`${find({ merchantId, deliveryId })} FOR UPDATE`);
  if (!delivery) return;
  await writeAttempt(queries, { merchantId, deliveryId }, attempt);
  // Another instance may have delivered it successfully, or its address was removed in the meantime.
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
  // A delivery that failed once or twice usually succeeds without help; the sender of a test event is already watching.
  if (isTaken(reply) || delivery.tries + 1 !== notifiedAfter || delivery.event_id === null) return;
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
