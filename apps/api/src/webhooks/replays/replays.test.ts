import { createPublicKey, verify } from 'node:crypto';
import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { createNamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { listEvents } from '@volume/contract/webhooks/events.ts';
import { getWebhookReplay, replayFaults, startWebhookReplay } from '@volume/contract/webhooks/replays.ts';
import {
  challengeWebhookEndpoint,
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  type WebhookEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDelivery,
} from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookReply, WebhookRequest } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let books: Books;
let token: string;
let headers: Record<string, string>;
let sent: WebhookRequest[];
let answer: (request: WebhookRequest) => WebhookReply;

const reply = (status: number, body = ''): WebhookReply => ({ status, body, retryAfter: null });
const challengeIn = ({ body }: WebhookRequest) => (JSON.parse(body) as { challenge?: string }).challenge;

beforeAll(async () => {
  database = await openPeople();
  const send = async (request: WebhookRequest) => {
    sent.push(request);
    const challenge = challengeIn(request);
    return challenge === undefined ? answer(request) : reply(200, challenge);
  };
  api = createTestApp(database, { webhookSender: { send }, settings: { signInsPerMinute: 100_000 } });
  books = await seedAccount(api.services, { ...shop, payInAccountId: 1, currency: 'GBP' });
});
beforeEach(async () => {
  for (const table of [
    'webhook_endpoint_keys',
    'webhook_endpoints',
    'webhook_replays',
    'webhook_attempts',
    'event_feed',
  ])
    await database.query(`DELETE FROM ${table}`);
  for (const table of ['webhook_deliveries', 'due_work', 'suspect_lanes', 'notices'])
    await database.query(`DELETE FROM ${table}`);
  // A new hour of the rate limits.
  api.pass({ hours: 1 });
  token = await signInAs(api, 'editor');
  headers = await proved(api, token);
  sent = [];
  answer = () => reply(200);
});
afterAll(() => database.close());

const today = () => api.services.clock.now().toISOString().slice(0, 10);
const at = ({ endpointId }: WebhookEndpoint) => ({ token, headers, params: { ...shop, endpointId } });
const types = ['payment.completed', 'payment.settled'];
let made = 0;
async function create(url = 'https://shop.example.com/a'): Promise<WebhookEndpoint> {
  made += 1;
  const body = { name: `Server ${made}`, url, types };
  return (await api.call(createWebhookEndpoint, { token, headers, params: shop, body })).value();
}
async function open(url?: string): Promise<WebhookEndpoint> {
  return (await api.call(challengeWebhookEndpoint, at(await create(url)))).value();
}
/** Payments that completed and settled; their real deliveries are sent. */
async function pay(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    const objectId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 });
    for (const status of ['COMPLETED', 'SETTLED'] as const) {
      await database.transaction((queries) =>
        recordOutgoingEvent(queries, writeContext(api.services), { ...shop, kind: 'PAYMENT', objectId, status }),
      );
      await api.runDueWork();
    }
  }
  await api.sendWebhooks();
  api.pass({ seconds: 1 });
  sent = [];
}
const start = (endpoint: WebhookEndpoint, body: object = {}, by: object = { token }) =>
  api.call(startWebhookReplay, { params: at(endpoint).params, ...by, body: { day: today(), ...body } });
const read = async (endpoint: WebhookEndpoint, replayId: string) =>
  (await api.call(getWebhookReplay, { token, params: { ...at(endpoint).params, replayId } })).value();
/** Runs a replay to its end. */
async function replay(endpoint: WebhookEndpoint, body: object = {}) {
  const { replayId } = (await start(endpoint, body)).value();
  for (let turn = 0; turn < 200; turn += 1) {
    await api.sendWebhooks();
    const seen = await read(endpoint, replayId);
    if (seen.endedAtUtc !== null) return seen;
    api.pass({ seconds: 1 });
  }
  throw new Error('The replay does not end.');
}
const deliveries = async () =>
  (await api.call(listWebhookDeliveries, { token, params: shop, query: 'size=100' })).value().content;
const shown = async (endpoint: WebhookEndpoint) =>
  (await api.call(listWebhookEndpoints, { token, params: shop }))
    .value()
    .find((each) => each.endpointId === endpoint.endpointId)!;
const codeOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).code];
const results = ({ rules }: Awaited<ReturnType<typeof read>>) => rules.map(({ rule, result }) => `${rule} ${result}`);

function isSigned(endpoint: WebhookEndpoint, { headers: given, body }: WebhookRequest): boolean {
  const raw = Buffer.from(endpoint.keys.at(-1)!.publicKey.replace(/^whpk_/, ''), 'base64');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const age = api.services.clock.now().getTime() / 1000 - Number(given['webhook-timestamp']);
  const signature = Buffer.from((given['webhook-signature'] ?? '').replace('v1a,', ''), 'base64');
  const text = Buffer.from(`${given['webhook-id']}.${given['webhook-timestamp']}.${body}`);
  return age < 300 && verify(null, text, key, signature);
}

test('resends the events of a day in their order, signed with the endpoint’s key and marked as tests', async () => {
  const endpoint = await open();
  await pay(2);
  const real = await deliveries();
  const done = await replay(endpoint);
  const { events } = (await api.call(listEvents, { token, params: shop, query: 'size=100' })).value();
  expect(sent.map((each) => each.headers['webhook-id'])).toEqual(events.map(({ id }) => id));
  for (const [nth, request] of sent.entries()) {
    expect(request).toMatchObject({ method: 'POST', url: endpoint.url });
    expect(request.headers).toMatchObject({ 'x-test-event': 'true', 'x-event-type': events[nth]!.type });
    expect(request.body).toBe(`${events[nth]!.body.slice(0, -1)},"isTestEvent":true}`);
    expect(isSigned(endpoint, request)).toBe(true);
  }
  expect(done).toMatchObject({
    ending: 'DONE',
    hasMore: false,
    day: today(),
    startedBy: expect.stringContaining('editor'),
  });
  expect(done.events.map(({ form, httpStatus }) => [form, httpStatus])).toEqual(events.map(() => ['FIRST', 200]));
  expect(results(done)).toEqual([
    'ANSWERS KEPT',
    'VERIFIES NOT_CHECKED',
    'IDEMPOTENT NOT_CHECKED',
    'ORDER_PROOF NOT_CHECKED',
  ]);
  // Earlier deliveries are unchanged.
  const log = await deliveries();
  expect(log.filter((each) => each.replay === null)).toEqual(real);
  expect(log.slice(0, 4).map((each) => each.replay)).toEqual(
    events.map(() => ({ replayId: done.replayId, form: 'FIRST' })),
  );
  expect(new Set(log.slice(0, 4).map(({ webhookId }) => webhookId))).toEqual(new Set(events.map(({ id }) => id)));
  expect((await shown(endpoint)).lastDelivery).toMatchObject({ id: real[0]!.id });
  const activity = await api.call(listActivity, {
    token,
    params: { merchantId: ids.harbour },
    query: 'action=REPLAY_STARTED',
  });
  expect(activity.value().content[0]!.detail).toBe(`${endpoint.name}: ${endpoint.url}, events of ${today()}: 4`);
});

test('with every fault a good server keeps every rule, and one that accepts everything breaks the rule about signatures', async () => {
  const endpoint = await open();
  await pay(4);
  answer = (request) => reply(isSigned(endpoint, request) ? 204 : 401);
  const good = await replay(endpoint, { faults: replayFaults, speed: 1000 });
  expect(results(good)).toEqual(['ANSWERS KEPT', 'VERIFIES KEPT', 'IDEMPOTENT KEPT', 'ORDER_PROOF KEPT']);
  const forged = good.events.filter(({ httpStatus }) => httpStatus === 401).map(({ form }) => form);
  expect(forged).toEqual(['BAD_SIGNATURE', 'NO_SIGNATURE', 'CHANGED_BODY', 'OLD_SIGNATURE']);
  // One request after the other, also with all of these.
  expect(sent).toHaveLength(good.events.length);
  expect(sent.map((each) => each.headers['webhook-id'])).toEqual(good.events.map(({ eventId }) => eventId));
  answer = () => reply(200, 'thanks');
  const lax = await replay(endpoint, { faults: ['BAD_SIGNATURES'] });
  expect(lax.rules[1]).toMatchObject({ result: 'BROKEN', tried: 4, broken: 4 });
  expect(lax.rules[1]!.examples[0]).toMatchObject({ responseBody: 'thanks' });
});

test('a server that refuses requests fails the replay, but its endpoint is not marked as failing and real events are not delayed', async () => {
  const endpoint = await open();
  await pay(1);
  answer = () => reply(500, 'broken');
  const done = await replay(endpoint, { faults: replayFaults });
  expect(results(done)).toEqual([
    'ANSWERS BROKEN',
    'VERIFIES NOT_CHECKED',
    'IDEMPOTENT NOT_CHECKED',
    'ORDER_PROOF NOT_CHECKED',
  ]);
  expect(await shown(endpoint)).toMatchObject({ failingSinceUtc: null });
  for (const table of ['suspect_lanes', 'notices', 'due_work'])
    expect([table, await database.query(`SELECT * FROM ${table}`)]).toEqual([table, []]);
});

test('a server that does not respond gets three requests', async () => {
  const endpoint = await open();
  await pay(3);
  answer = () => ({ error: 'No answer within 10 seconds' }) as const;
  const done = await replay(endpoint);
  expect([sent.length, done.ending]).toEqual([3, 'NO_ANSWER']);
  expect(done.events.map(({ error, sentAtUtc }) => [error !== null, sentAtUtc !== null])).toEqual(
    done.events.map((_, nth) => [nth < 3, nth < 3]),
  );
  expect(done.rules[0]).toMatchObject({ result: 'BROKEN', tried: 3 });
  expect(await shown(endpoint)).toMatchObject({ failingSinceUtc: null });
});

test.each(['paused', 'moved', 'deleted'])('an endpoint that is %s meanwhile is sent nothing more', async (how) => {
  const endpoint = await open();
  await pay(2);
  const { replayId } = (await start(endpoint)).value();
  await api.sendWebhooks();
  expect(codeOf(await start(endpoint))).toEqual([409, 'REPLAY_RUNNING']);
  const { name } = endpoint;
  const body = { name, url: 'https://elsewhere.example.com/', types };
  if (how === 'paused') await api.call(pauseWebhookEndpoint, { ...at(endpoint), body: { isPaused: true } });
  if (how === 'moved') (await api.call(changeWebhookEndpoint, { ...at(endpoint), body })).value();
  if (how === 'deleted') await api.call(deleteWebhookEndpoint, at(endpoint));
  if (how === 'paused') await api.call(pauseWebhookEndpoint, { ...at(endpoint), body: { isPaused: false } });
  api.pass({ hours: 1 });
  await api.sendWebhooks();
  expect(sent).toHaveLength(1);
  token = await signInAs(api, 'editor');
  expect(await read(endpoint, replayId)).toMatchObject({ ending: 'STOPPED' });
});

test('of two that start concurrently, one runs', async () => {
  const endpoint = await open();
  await pay(1);
  const answers = await Promise.all([start(endpoint), start(endpoint)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await api.sendWebhooks();
  expect(sent).toHaveLength(1);
});

test('a replay that cannot be sent is refused with a code, and sends nothing', async () => {
  const endpoint = await open();
  expect(codeOf(await start(endpoint))).toEqual([409, 'NO_EVENTS']);
  await pay(1);
  const { events } = (await api.call(listEvents, { token, params: shop })).value();
  const [first] = events.map(({ id }) => id);
  const named = (eventIds: unknown[]) => start(endpoint, { day: undefined, eventIds });
  expect(codeOf(await named([first, crypto.randomUUID()]))).toEqual([410, 'EVENT_NOT_KEPT']);
  expect((await start(endpoint, { eventIds: [first] })).status).toBe(400);
  for (const eventIds of [[], ['x'], Array.from({ length: 101 }, () => first)])
    expect((await named(eventIds)).status).toBe(400);
  for (const body of [
    { day: undefined },
    { day: '2026-02-30' },
    { faults: ['LIES'] },
    { speed: 0 },
    { speed: -1 },
    { pace: 1 },
  ])
    expect([body, (await start(endpoint, body)).status]).toEqual([body, 400]);
  const waiting = await create('https://shop.example.com/waiting');
  expect(codeOf(await start(waiting))).toEqual([409, 'ENDPOINT_NOT_SENT_TO']);
  await api.call(pauseWebhookEndpoint, { ...at(endpoint), body: { isPaused: true } });
  expect(codeOf(await start(endpoint))).toEqual([409, 'ENDPOINT_NOT_SENT_TO']);
  const others = [{ applicationId: ids.harbourApp }, { merchantId: ids.stranger, applicationId: ids.strangerShop }];
  for (const other of others) {
    const by = { token, params: { ...at(endpoint).params, ...other } };
    expect((await api.call(startWebhookReplay, { ...by, body: { day: today() } })).status).toBe(404);
  }
  await api.sendWebhooks();
  expect(sent).toEqual([]);
});

test('a replay that would take over an hour is refused', async () => {
  const endpoint = await open();
  await pay(1);
  const dayBegins = `${api.services.clock.now().toISOString().slice(0, 10)}T00:00:00Z`;
  await database.query(`UPDATE event_feed SET at = $1 WHERE type = 'payment.completed'`, [dayBegins]);
  const { status, text } = await start(endpoint, { speed: 1 });
  expect([status, JSON.parse(text).field]).toEqual([400, 'speed']);
  expect((await start(endpoint, { speed: 100 })).status).toBe(200);
});

test('at most twelve can start per hour, for all endpoints together', async () => {
  const endpoints = [await open(), await open('https://other.example.com/b')];
  await pay(1);
  const { events } = (await api.call(listEvents, { token, params: shop })).value();
  const body = { day: undefined, eventIds: [events[0]!.id] };
  for (let nth = 0; nth < 12; nth += 1) expect((await replay(endpoints[nth % 2]!, body)).ending).toBe('DONE');
  expect((await start(endpoints[0]!, body)).status).toBe(429);
  expect(sent).toHaveLength(12);
});

test('a server gets at most twenty replays an hour from all merchants together', async () => {
  const endpoint = await open('https://busy.example.com/a');
  await pay(1);
  const limit = { key: 'webhook-replay-host:busy.example.com', most: 20, seconds: 3600, message: 'Full.' };
  for (let nth = 0; nth < 20; nth += 1) await api.services.rateLimits.spend(limit);
  expect((await start(endpoint)).status).toBe(429);
});

test('a key that can trigger events can replay, and a key that can only read can read the report', async () => {
  const endpoint = await open();
  await pay(1);
  const keyOf = async (scope: 'TOOL' | 'READ') => {
    const body = { name: scope, scopes: [scope] };
    const { value } = (await api.call(createNamedKey, { token, params: shop, headers, body })).value();
    return { headers: { [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: value } };
  };
  const [tool, reader] = [await keyOf('TOOL'), await keyOf('READ')];
  expect(codeOf(await start(endpoint, {}, reader))).toEqual([403, 'TOOL_SCOPE_NEEDED']);
  const { replayId } = (await start(endpoint, {}, tool)).value();
  const params = { ...at(endpoint).params, replayId };
  expect((await api.call(getWebhookReplay, { ...reader, params })).value()).toMatchObject({ replayId });
});

test('a single delivery of a replay says who started it, and cannot be resent', async () => {
  const endpoint = await open();
  await pay(1);
  await replay(endpoint);
  const [last] = await deliveries();
  const params = { ...shop, deliveryId: last!.id };
  const read = await api.call(getWebhookDelivery, { token, params });
  expect(read.value().startedBy).toContain('editor');
  const refused = await api.call(resendWebhookDelivery, { token, params });
  expect(codeOf(refused)).toEqual([409, 'REPLAY_NOT_RESENT']);
});

test('a replay is 404 under Live, and the capabilities do not list it', async () => {
  const endpoint = await open();
  await pay(1);
  const { replayId } = await replay(endpoint);
  const live = createTestApp(database, { settings: { isSandbox: false, isLive: true } });
  live.pass({ hours: api.services.clock.moved!() / 3_600_000 });
  const by = { token, params: { ...at(endpoint).params, replayId } };
  expect((await live.call(startWebhookReplay, { ...by, body: { day: today() } })).status).toBe(404);
  expect((await live.call(getWebhookReplay, by)).status).toBe(404);
  const name = 'POST merchants/{}/applications/{}/webhook-endpoints/{}/replays';
  expect((await live.call(listCapabilities)).value()).not.toContain(name);
  expect((await api.call(listCapabilities)).value()).toContain(name);
});
