import { createPublicKey, verify } from 'node:crypto';
import { listEvents } from '@volume/contract/webhooks/events.ts';
import {
  challengeWebhookEndpoint,
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  rotateWebhookEndpointKey,
  type WebhookEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  setWebhooksCallbacks,
} from '@volume/contract/webhooks/webhooks.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookReply, WebhookRequest } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { recordFeedEvent, recordOutgoingEvent } from '#ledger/record-event.ts';
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
/** The responses of the merchant's servers; challenges are answered correctly unless a test says otherwise. */
let answer: (request: WebhookRequest) => Promise<WebhookReply> | WebhookReply;

const reply = (status: number, body = ''): WebhookReply => ({ status, body, retryAfter: null });
const challengeIn = ({ body }: WebhookRequest) => (JSON.parse(body) as { challenge?: string }).challenge;
const rightly = (request: WebhookRequest) => reply(200, challengeIn(request) ?? '');

beforeAll(async () => {
  database = await openPeople();
  const send = async (request: WebhookRequest) => (sent.push(request), answer(request));
  api = createTestApp(database, { webhookSender: { send }, settings: { signInsPerMinute: 100_000 } });
  books = await seedAccount(api.services, { ...shop, payInAccountId: 1, currency: 'GBP' });
});
beforeEach(async () => {
  for (const table of ['webhook_endpoint_keys', 'webhook_endpoints', 'throttle_counters', 'webhook_attempts'])
    await database.query(`DELETE FROM ${table}`);
  await database.query('DELETE FROM webhook_deliveries');
  await database.query('DELETE FROM due_work');
  await database.query('DELETE FROM suspect_lanes');
  // The rate limits remember a refusal for a second.
  api.pass({ hours: 1 });
  token = await signInAs(api, 'editor');
  headers = await proved(api, token);
  sent = [];
  answer = rightly;
});
afterAll(() => database.close());

const settled = ['payment.settled'];
const create = (body: object, params = shop) =>
  api.call(createWebhookEndpoint, {
    token,
    headers,
    params,
    body: { name: 'Orders', url: 'https://shop.example.com/a', types: settled, ...body },
  });
const at = ({ endpointId }: WebhookEndpoint) => ({ token, headers, params: { ...shop, endpointId } });
const list = async () => (await api.call(listWebhookEndpoints, { token, params: shop })).value();
/** A confirmed endpoint. */
async function open(body: object = {}): Promise<WebhookEndpoint> {
  const made = (await create(body)).value();
  const confirmed = (await api.call(challengeWebhookEndpoint, at(made))).value();
  expect(confirmed.confirmedAtUtc).not.toBeNull();
  sent = [];
  return confirmed;
}
const pause = (endpoint: WebhookEndpoint, isPaused: boolean) =>
  api.call(pauseWebhookEndpoint, { ...at(endpoint), body: { isPaused } });
const deliveries = async (query = '') =>
  (await api.call(listWebhookDeliveries, { token, params: shop, query })).value().content;

/** A new payment that was settled; returns its id. */
async function settle(): Promise<string> {
  const objectId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 });
  const event = { ...shop, kind: 'PAYMENT', objectId, status: 'SETTLED' } as const;
  await database.transaction((queries) => recordOutgoingEvent(queries, writeContext(api.services), event));
  await api.runDueWork();
  return objectId;
}

function isSignedBy(publicKey: string, { headers: given, body }: WebhookRequest): boolean {
  const raw = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const text = Buffer.from(`${given['webhook-id']}.${given['webhook-timestamp']}.${body}`);
  const signatures = (given['webhook-signature'] ?? '').split(' ').map((each) => each.replace('v1a,', ''));
  return signatures.some((each) => verify(null, text, key, Buffer.from(each, 'base64')));
}

test('an event goes to each confirmed endpoint that chose its type, and to the specified address as before', async () => {
  const body = { paymentStatusWebhookUrl: 'https://shop.example.com/specified' };
  (await api.call(setWebhooksCallbacks, { token, headers, params: shop, body })).value();
  const orders = await open();
  await open({ name: 'Refunds', url: 'https://shop.example.com/refunds', types: ['refund.processed'] });
  (await create({ name: 'Unconfirmed', url: 'https://shop.example.com/unconfirmed' })).value();
  const objectId = await settle();
  await api.sendWebhooks();
  const [own, specified] = ['a', 'specified'].map((path) => sent.find(({ url }) => url.endsWith(`/${path}`))!);
  expect(sent).toHaveLength(2);
  const { events } = (await api.call(listEvents, { token, params: shop, query: 'size=100' })).value();
  expect(own).toMatchObject({
    method: 'POST',
    body: events.at(-1)!.body,
    headers: { 'webhook-id': events.at(-1)!.id, 'x-event-type': 'payment.settled' },
  });
  expect(Object.keys(own!)).not.toContain('authorization');
  expect(isSignedBy(orders.keys[0]!.publicKey, own!)).toBe(true);
  expect(isSignedBy(orders.keys[0]!.publicKey, specified!)).toBe(false);
  expect([specified!.method, specified!.authorization]).toEqual([undefined, expect.stringMatching(/^SHA256withRSA /)]);
  expect(specified!.body).toBe(own!.body);
  expect(await deliveries(`endpointId=${orders.endpointId}`)).toMatchObject([
    { objectId, kind: 'PAYMENT', eventType: 'payment.settled', state: 'DELIVERED', endpointId: orders.endpointId },
  ]);
  await api.call(setWebhooksCallbacks, { token, headers, params: shop, body: { paymentStatusWebhookUrl: null } });
});

test('an endpoint can choose types that the specified addresses never receive', async () => {
  const links = await open({ types: ['payment.held', 'payment_link.expired'] });
  const objectId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 });
  await database.transaction((queries) =>
    recordFeedEvent(queries, writeContext(api.services), { ...shop, type: 'payment.held', objectId }),
  );
  await api.runDueWork();
  await api.runDueWork();
  await api.sendWebhooks();
  expect(sent.map(({ body }) => JSON.parse(body).hold)).toEqual(['HELD']);
  expect((await list())[0]?.lastDelivery).toMatchObject({ state: 'DELIVERED' });
  expect(links.lastDelivery).toBeNull();
});

test('any 2xx counts as delivered to an endpoint, and nothing else does', async () => {
  await open();
  for (const [status, state] of [
    [204, 'DELIVERED'],
    [302, 'FAILING'],
    [500, 'FAILING'],
    [299, 'DELIVERED'],
  ] as const) {
    answer = () => reply(status);
    await settle();
    await api.sendWebhooks();
    expect((await deliveries())[0], String(status)).toMatchObject({ state });
    api.pass({ seconds: 1 });
  }
});

test('shows since when an endpoint has been failing, until an attempt succeeds', async () => {
  await open();
  answer = () => reply(500);
  await settle();
  await api.sendWebhooks();
  const since = (await list())[0]?.failingSinceUtc;
  expect(since).toMatch(/^2026/);
  api.pass({ seconds: 10 });
  await api.sendWebhooks();
  expect((await list())[0]?.failingSinceUtc).toBe(since);
  answer = () => reply(200);
  api.pass({ minutes: 1 });
  await api.sendWebhooks();
  expect((await list())[0]?.failingSinceUtc).toBeNull();
});

test('a silent endpoint delays neither another endpoint nor the feed', async () => {
  await open({ name: 'Silent', url: 'https://silent.example.com/a' });
  await open({ name: 'Sound', url: 'https://sound.example.com/a' });
  let release = () => {};
  const silence = new Promise<WebhookReply>((resolve) => (release = () => resolve({ error: 'No answer' })));
  let heard = 0;
  let allHeard = () => {};
  const sound = new Promise<void>((resolve) => (allHeard = resolve));
  answer = ({ url }) => {
    if (url.startsWith('https://silent')) return silence;
    heard += 1;
    if (heard === 6) allHeard();
    return reply(200);
  };
  for (let nth = 0; nth < 6; nth += 1) await settle();
  const sending = api.sendWebhooks();
  await sound;
  expect(sent.filter(({ url }) => url.startsWith('https://silent')).length).toBeLessThanOrEqual(4);
  expect(
    (await api.call(listEvents, { token, params: shop, query: 'size=100' })).value().events.length,
  ).toBeGreaterThan(5);
  release();
  await sending;
});

test('pausing stops retries, and resuming sends the waiting deliveries; events during the pause are only in the feed', async () => {
  const orders = await open();
  answer = () => reply(500);
  const before = await settle();
  await api.sendWebhooks();
  expect((await pause(orders, true)).value().pausedAtUtc).not.toBeNull();
  const during = await settle();
  api.pass({ hours: 2 });
  token = await signInAs(api, 'editor');
  await api.sendWebhooks();
  expect(sent).toHaveLength(1);
  answer = () => reply(200);
  expect((await pause(orders, false)).value().pausedAtUtc).toBeNull();
  await api.sendWebhooks();
  expect(sent.map(({ body }) => JSON.parse(body).paymentId)).toEqual([before, before]);
  const { events } = (await api.call(listEvents, { token, params: shop, query: 'size=100' })).value();
  expect(events.at(-1)?.body).toContain(during);
});

test('an attempt that is in progress while its endpoint is paused is recorded, and not repeated', async () => {
  const orders = await open();
  answer = async () => {
    await pause(orders, true);
    return reply(500);
  };
  await settle();
  await api.sendWebhooks();
  for (const seconds of [20, 60, 600]) {
    api.pass({ seconds });
    await api.sendWebhooks();
  }
  expect(sent).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ state: 'FAILING', attempts: [{ httpStatus: 500 }] }]);
});

test('deliveries that wait for a paused endpoint are given up after 72 hours', async () => {
  const orders = await open();
  answer = () => reply(500);
  await settle();
  await api.sendWebhooks();
  await pause(orders, true);
  api.pass({ hours: 80 });
  await api.sendWebhooks();
  token = await signInAs(api, 'editor');
  expect(sent).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ state: 'GAVE_UP', nextAttemptAtUtc: null }]);
});

test('an endpoint that is deleted while a delivery runs gets no further attempt, and the attempt is kept', async () => {
  const orders = await open();
  answer = async () => {
    expect((await api.call(deleteWebhookEndpoint, at(orders))).status).toBe(204);
    return reply(500);
  };
  await settle();
  await api.sendWebhooks();
  api.pass({ minutes: 10 });
  await api.sendWebhooks();
  expect(sent).toHaveLength(1);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ state: 'GAVE_UP', attempts: [{ httpStatus: 500 }] });
  const params = { ...shop, deliveryId: delivery!.id };
  const again = await api.call(resendWebhookDelivery, { token, params });
  expect([again.status, JSON.parse(again.text).code]).toEqual([409, 'ENDPOINT_NOT_SENT_TO']);
  expect(await database.query('SELECT 1 FROM due_work WHERE lane IS NOT NULL')).toEqual([]);
  expect(await database.query('SELECT 1 FROM webhook_endpoint_keys')).toEqual([]);
});

test('a delivery is resent to the endpoint’s current address, but not while it is paused', async () => {
  const orders = await open();
  await settle();
  await api.sendWebhooks();
  const [delivery] = await deliveries();
  const params = { ...shop, deliveryId: delivery!.id };
  await pause(orders, true);
  expect((await api.call(resendWebhookDelivery, { token, params })).status).toBe(409);
  await pause(orders, false);
  expect((await api.call(resendWebhookDelivery, { token, params })).status).toBe(200);
  await api.sendWebhooks();
  expect(sent.map(({ url, method }) => [url, method])).toEqual([
    ['https://shop.example.com/a', 'POST'],
    ['https://shop.example.com/a', 'POST'],
  ]);
  expect(new Set(sent.map((each) => each.headers['webhook-id'])).size).toBe(1);
});

test('of two concurrent rotations one succeeds; both keys sign for a day, then only the new one', async () => {
  const orders = await open();
  const rotate = () => api.call(rotateWebhookEndpointKey, at(orders));
  const answers = await Promise.all([rotate(), rotate()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(JSON.parse(answers.find(({ status }) => status === 409)!.text).code).toBe('KEY_OVERLAPS');
  const [former, next] = (await list())[0]!.keys;
  expect([former!.publicKey, next!.endsAtUtc]).toEqual([orders.keys[0]!.publicKey, null]);
  await settle();
  await api.sendWebhooks();
  expect([former!, next!].map(({ publicKey }) => isSignedBy(publicKey, sent[0]!))).toEqual([true, true]);
  api.pass({ hours: 25 });
  token = await signInAs(api, 'editor');
  headers = await proved(api, token);
  await settle();
  await api.sendWebhooks();
  expect([former!, next!].map(({ publicKey }) => isSignedBy(publicKey, sent[1]!))).toEqual([false, true]);
  expect((await list())[0]!.keys).toEqual([next]);
  expect((await rotate()).status).toBe(200);
});

test('an application can have 16 endpoints, also when many are created concurrently', async () => {
  for (let nth = 1; nth < 15; nth += 1) (await create({ name: `Server ${nth}` })).value();
  const answers = await Promise.all(['x', 'y', 'z', 'w'].map((name) => create({ name })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409]);
  expect(await list()).toHaveLength(16);
  const codes = answers.filter(({ status }) => status === 409).map(({ text }) => JSON.parse(text).code);
  expect(new Set(codes)).toEqual(new Set(['TOO_MANY_ENDPOINTS']));
});

test.each([
  [{ url: 'http://10.0.0.1/' }, 'url'],
  [{ url: 'https://user:secret@shop.example.com/' }, 'url'],
  [{ url: '' }, 'url'],
  [{ types: [] }, 'types'],
  [{ types: ['payment.settled', 'no.such'] }, 'types'],
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(41) }, 'name'],
  [{ signingKey: 'mine' }, 'signingKey'],
])('refuses %j and names the field', async (body, field) => {
  const refused = await create(body);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(field);
  expect(await list()).toEqual([]);
});

test('returns 404 for another merchant’s endpoint, and for one of another application', async () => {
  const orders = await open();
  const stranger = await signInAs(api, 'stranger');
  const foreign = { merchantId: ids.stranger, applicationId: ids.strangerShop, endpointId: orders.endpointId };
  for (const params of [foreign, { ...shop, endpointId: orders.endpointId }]) {
    const call = { token: stranger, headers: await proved(api, stranger), params };
    expect((await api.call(challengeWebhookEndpoint, call)).status).toBe(404);
    expect((await api.call(pauseWebhookEndpoint, { ...call, body: { isPaused: true } })).status).toBe(404);
    expect((await api.call(rotateWebhookEndpointKey, call)).status).toBe(404);
    expect((await api.call(deleteWebhookEndpoint, call)).status).toBe(404);
  }
  expect(await list()).toEqual([orders]);
});

test('an address needs a step-up, a name and types do not; all are recorded', async () => {
  const orders = await open();
  const change = (body: object, by = {}) =>
    api.call(changeWebhookEndpoint, {
      ...at(orders),
      headers: by,
      body: { name: 'Orders', url: orders.url, types: settled, ...body },
    });
  expect((await change({ name: 'Order service' })).value()).toMatchObject({ name: 'Order service', url: orders.url });
  expect((await change({ types: ['payout.failed'] })).status).toBe(200);
  expect((await change({ url: 'https://shop.example.com/b' })).status).toBe(403);
  expect((await change({ url: 'https://shop.example.com/b' }, headers)).value().confirmedAtUtc).toBeNull();
  const { content } = (await api.call(listActivity, { token, params: { merchantId: ids.harbour } })).value();
  const changes = content.filter(({ action }) => action === 'ENDPOINT_CHANGED').map(({ detail }) => detail);
  expect(new Set(changes)).toEqual(
    new Set([
      'Order service: https://shop.example.com/a',
      `Orders: https://shop.example.com/a, +payout.failed −${settled.join(' −')}`,
      `Orders: https://shop.example.com/b, +${settled.join(' +')} −payout.failed`,
    ]),
  );
});
