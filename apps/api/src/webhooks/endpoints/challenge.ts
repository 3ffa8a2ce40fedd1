import {
  challengeWebhookEndpoint as challengeEndpoint,
  confirmWebhookEndpoint as confirmEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import type { RateLimit } from '#core/limits/rate-limits.ts';
import { Problem } from '#core/problem.ts';
import { isSameText, keyedHash } from '#core/secrets/keyed-hash.ts';
import { serverKey } from '#core/secrets/server-key.ts';
import type { Services, WebhookReply } from '#core/services.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { send } from '#webhooks/deliver/send-once.ts';
import { signForEndpoint } from './endpoint-keys.ts';
import { endOfChallenge, lockApplication, ofEndpoint, readEndpoint, showEndpoint } from './endpoint-row.ts';
import { recordChange } from './note-change.ts';
import { releaseWaiting } from './waiting-deliveries.ts';

type Challenge = Call<typeof challengeEndpoint>;
type AnyConfirming = Challenge | Call<typeof confirmEndpoint>;

/**
 * Sends the address a random code, once and outside of a transaction; the right response confirms the address. The limits prevent
 * strangers from sending traffic to other people's servers.
 */
const challengeWebhookEndpoint = handle(challengeEndpoint, async (call) => {
  const { params, services } = call;
  const { database, clock, random } = services;
  const { url, confirmed_at } = await readEndpoint(database, params);
  if (confirmed_at !== null) throw alreadyConfirmed();
  const [ofMerchant, ofHost] = limits(params.merchantId, url);
  await services.rateLimits.spend(ofMerchant);
  const takeBack = await services.rateLimits.spend(ofHost);
  const code = [...random.bytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const hash = await hashOf(services, code);
  await database.transaction((queries) => begin(queries, call, { url, hash }));
  const body = JSON.stringify({ type: 'endpoint.challenge', challenge: code });
  const headers = await signForEndpoint(services, { ...params, id: random.uuid(), body });
  const request = { merchantId: params.merchantId, url, body, method: 'POST', headers } as const;
  const reply = await send(services, request);
  const error = faultOf(reply, code);
  // Not counted: a server that answers correctly wants the challenges, and many merchants can use the same server.
  if (error === null) await takeBack();
  return database.transaction(async (queries) => {
    await end(queries, call, { hash, reply, error });
    return showEndpoint(queries, params, clock.now());
  });
});

function limits(merchantId: string, url: string): [ofMerchant: RateLimit, ofHost: RateLimit] {
  const message = (whose: string) =>
    `Too many challenges were sent ${whose} in this hour. None was sent now; try later.`;
  const host = new URL(url).hostname.replace(/\.$/, '');
  return [
    { key: `webhook-challenge:${merchantId}`, most: 5, seconds: 3600, message: message('by your company') },
    { key: `webhook-challenge-host:${host}`, most: 10, seconds: 3600, message: message('to this server') },
  ];
}

async function begin(queries: Queries, call: Challenge, { url, hash }: { url: string; hash: string }): Promise<void> {
  const { params, services } = call;
  await lockApplication(queries, params);
  const row = await readEndpoint(queries, params);
  if (row.confirmed_at !== null) throw alreadyConfirmed();
  const message = 'The address was changed in the meantime. Nothing was sent.';
  if (row.url !== url) throw new Problem(409, message, { code: 'ENDPOINT_CHANGED' });
  await queries.query(
    sql`UPDATE webhook_endpoints SET challenge_hash = ${hash}, challenge_sent_at = ${services.clock.now()},
        challenge_status = NULL, challenge_error = NULL WHERE ${ofEndpoint(params)}`,
  );
  await recordChange(queries, call, 'ENDPOINT_CHALLENGED', `${row.name}: ${url}`);
}

/** Why a response does not confirm the address; null when it does. An echo of the request does not confirm it. */
function faultOf(reply: WebhookReply, code: string): string | null {
  if ('error' in reply) return reply.error;
  if (reply.status >= 300 && reply.status < 400) return 'Redirects are not followed';
  if (reply.status < 200 || reply.status >= 300) return `Answered ${reply.status}`;
  const text = reply.body.trim();
  return text === code || isObjectOf(text, code) ? null : 'The answer is not the challenge';
}

function isObjectOf(text: string, code: string): boolean {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== 'object' || given === null) return false;
    return JSON.stringify(given) === JSON.stringify({ challenge: code });
  } catch {
    return false;
  }
}

interface Answered {
  hash: string;
  reply: WebhookReply;
  error: string | null;
}

/** Does nothing when another challenge was sent, or the address was changed, while this one was in progress. */
async function end(queries: Queries, call: Challenge, { hash, reply, error }: Answered): Promise<void> {
  const { params } = call;
  await lockApplication(queries, params);
  const { challenge_hash, confirmed_at } = await readEndpoint(queries, params);
  if (challenge_hash !== hash || confirmed_at !== null) return;
  if (error === null) return confirm(queries, call, 'answered the challenge');
  await queries.query(
    sql`UPDATE webhook_endpoints SET challenge_status = ${'status' in reply ? reply.status : null},
        challenge_error = ${error} WHERE ${ofEndpoint(params)}`,
  );
}

/** Confirms the address with the code that its server received; the user has it from that server's log. */
const confirmWebhookEndpoint = handle(confirmEndpoint, async (call) => {
  const { params, body, services } = call;
  const { clock, rateLimits } = services;
  await rateLimits.spend(guesses(params.merchantId));
  const hash = await hashOf(services, body.code);
  return services.database.transaction(async (queries) => {
    await lockApplication(queries, params);
    const { confirmed_at, challenge_hash, challenge_sent_at } = await readEndpoint(queries, params);
    if (confirmed_at !== null) throw alreadyConfirmed();
    if (challenge_hash === null || challenge_sent_at === null || endOfChallenge(challenge_sent_at) <= clock.now())
      throw new Problem(410, 'This challenge has expired. Send another one.', { code: 'CHALLENGE_OVER' });
    const message = 'This is not the code of the last challenge.';
    if (!isSameText(hash, challenge_hash)) throw new Problem(400, message, { code: 'WRONG_CHALLENGE', field: 'code' });
    await confirm(queries, call, 'confirmed from the log of its server');
    return showEndpoint(queries, params, clock.now());
  });
});

const guesses = (merchantId: string): RateLimit => ({
  key: `webhook-confirm:${merchantId}`,
  most: 30,
  seconds: 3600,
  message: 'Too many codes were entered in this hour. Try again later.',
});

async function confirm(queries: Queries, call: AnyConfirming, how: string): Promise<void> {
  const { params, services } = call;
  const at = services.clock.now();
  const { name, url, paused_at } = await readEndpoint(queries, params);
  await queries.query(
    sql`UPDATE webhook_endpoints SET confirmed_at = ${at}, challenge_hash = NULL, challenge_sent_at = NULL,
        challenge_status = NULL, challenge_error = NULL WHERE ${ofEndpoint(params)}`,
  );
  if (paused_at === null) await releaseWaiting(queries, params, at);
  await recordChange(queries, call, 'ENDPOINT_CONFIRMED', `${name}: ${url}, ${how}`);
}

const alreadyConfirmed = (): Problem =>
  new Problem(409, 'The address is confirmed already.', { code: 'ADDRESS_CONFIRMED' });

const hashOf = async (services: Services, code: string): Promise<string> =>
  keyedHash(await serverKey(services, 'webhook-challenge'), code);

export const challengeHandlers: readonly Handler[] = [challengeWebhookEndpoint, confirmWebhookEndpoint];
