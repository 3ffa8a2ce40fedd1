import {
  challengeWebhookEndpoint,
  changeWebhookEndpoint,
  confirmWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  type WebhookEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookReply, WebhookRequest } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import type { Books } from '#ledger/transfer.ts';
import { answerForSamples } from '#providers/simulated/answer-for-samples.ts';
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
let answer: (request: WebhookRequest) => Promise<WebhookReply> | WebhookReply;

const reply = (status: number, body = ''): WebhookReply => ({ status, body, retryAfter: null });
const codeIn = ({ body }: WebhookRequest) => (JSON.parse(body) as { challenge: string }).challenge;

beforeAll(async () => {
  database = await openPeople();
  const send = async (request: WebhookRequest) => (sent.push(request), answer(request));
  api = createTestApp(database, { webhookSender: { send }, settings: { signInsPerMinute: 100_000 } });
  books = await seedAccount(api.services, { ...shop, payInAccountId: 1, currency: 'GBP' });
});
beforeEach(async () => {
  for (const table of ['webhook_endpoint_keys', 'webhook_endpoints', 'due_work', 'suspect_lanes'])
    await database.query(`DELETE FROM ${table}`);
  // A new hour of the rate limits.
  api.pass({ hours: 1 });
  token = await signInAs(api, 'editor');
  headers = await proved(api, token);
  sent = [];
  answer = (request) => reply(200, codeIn(request));
});
afterAll(() => database.close());

let made = 0;
async function create(url = 'https://shop.example.com/a'): Promise<WebhookEndpoint> {
  made += 1;
  const body = { name: `Server ${made}`, url, types: ['payment.settled'] };
  return (await api.call(createWebhookEndpoint, { token, headers, params: shop, body })).value();
}
const at = ({ endpointId }: WebhookEndpoint) => ({ token, headers, params: { ...shop, endpointId } });
const challenge = (endpoint: WebhookEndpoint) => api.call(challengeWebhookEndpoint, at(endpoint));
const confirm = (endpoint: WebhookEndpoint, code: string) =>
  api.call(confirmWebhookEndpoint, { ...at(endpoint), body: { code } });
const read = async ({ endpointId }: WebhookEndpoint) =>
  (await api.call(listWebhookEndpoints, { token, params: shop }))
    .value()
    .find((each) => each.endpointId === endpointId);
const codeOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).code];
const move = (endpoint: WebhookEndpoint, url: string) =>
  api.call(changeWebhookEndpoint, { ...at(endpoint), body: { name: endpoint.name, url, types: ['payment.settled'] } });

async function settle(): Promise<void> {
  const objectId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 });
  const event = { ...shop, kind: 'PAYMENT', objectId, status: 'SETTLED' } as const;
  await database.transaction((queries) => recordOutgoingEvent(queries, writeContext(api.services), event));
  await api.runDueWork();
}

test('a challenge is one small signed POST with a new random code, and the right response confirms the address', async () => {
  const endpoint = await create();
  const confirmed = (await challenge(endpoint)).value();
  expect(confirmed).toMatchObject({ confirmedAtUtc: expect.any(String), challenge: null });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ method: 'POST', url: endpoint.url });
  expect(sent[0]!.body).toMatch(/^\{"type":"endpoint\.challenge","challenge":"[0-9a-f]{32}"\}$/);
  expect(sent[0]!.headers['webhook-signature']).toMatch(/^v1a,/);
  expect(codeOf(await challenge(endpoint))).toEqual([409, 'ADDRESS_CONFIRMED']);
  expect(codeOf(await confirm(endpoint, codeIn(sent[0]!)))).toEqual([409, 'ADDRESS_CONFIRMED']);
  expect(sent).toHaveLength(1);
});

test.each<[string, (request: WebhookRequest) => WebhookReply, boolean]>([
  ['the code as JSON', (request) => reply(200, JSON.stringify({ challenge: codeIn(request) })), true],
  ['the code with a line break, and 202', (request) => reply(202, `${codeIn(request)}\n`), true],
  ['an echo of the request', ({ body }) => reply(200, body), false],
  ['another code', () => reply(200, 'f'.repeat(32)), false],
  ['nothing', () => reply(200), false],
  ['the code with a redirect', (request) => reply(307, codeIn(request)), false],
  ['the code with an error', (request) => reply(500, codeIn(request)), false],
  ['no answer', () => ({ error: 'The server refused the connection' }), false],
])('answered with %s', async (_name, given, isRight) => {
  answer = given;
  const shown = (await challenge(await create())).value();
  expect(shown.confirmedAtUtc !== null).toBe(isRight);
  if (!isRight) expect(shown.challenge?.error).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test('nothing but challenges is sent before the address is confirmed', async () => {
  answer = () => reply(200, 'OK');
  await challenge(await create());
  await settle();
  await api.sendWebhooks();
  expect(sent.map(({ body }) => JSON.parse(body).type)).toEqual(['endpoint.challenge']);
});

test('the code from the server’s log confirms it within the hour, once, and a wrong one does not', async () => {
  answer = () => reply(404, 'not found');
  const endpoint = await create();
  expect((await challenge(endpoint)).value().challenge).toMatchObject({ httpStatus: 404, error: 'Answered 404' });
  const code = codeIn(sent[0]!);
  expect(codeOf(await confirm(endpoint, 'f'.repeat(32)))).toEqual([400, 'WRONG_CHALLENGE']);
  const both = await Promise.all([confirm(endpoint, code), confirm(endpoint, ` ${code} `)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await read(endpoint))?.confirmedAtUtc).not.toBeNull();
});

test('a code expires after an hour, and when a later challenge was sent', async () => {
  answer = () => reply(404);
  const endpoint = await create();
  expect(codeOf(await confirm(endpoint, 'any'))).toEqual([410, 'CHALLENGE_OVER']);
  await challenge(endpoint);
  await challenge(endpoint);
  expect(codeOf(await confirm(endpoint, codeIn(sent[0]!)))).toEqual([400, 'WRONG_CHALLENGE']);
  api.pass({ minutes: 60 });
  token = await signInAs(api, 'editor');
  expect(codeOf(await confirm(endpoint, codeIn(sent[1]!)))).toEqual([410, 'CHALLENGE_OVER']);
});

test('a response that arrives after the address was changed, or the endpoint deleted, confirms nothing', async () => {
  const [moved, gone] = [await create(), await create()];
  answer = async (request) => {
    expect((await move(moved, 'https://shop.example.com/b')).status).toBe(200);
    return reply(200, codeIn(request));
  };
  expect((await challenge(moved)).value()).toMatchObject({ confirmedAtUtc: null, url: 'https://shop.example.com/b' });
  answer = async (request) => {
    await api.call(deleteWebhookEndpoint, at(gone));
    return reply(200, codeIn(request));
  };
  expect((await challenge(gone)).status).toBe(404);
});

test('of two concurrent challenges the later one counts', async () => {
  const endpoint = await create();
  const answers = await Promise.all([challenge(endpoint), challenge(endpoint)]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect((await read(endpoint))?.confirmedAtUtc).not.toBeNull();
});

test('a changed address waits for its confirmation; waiting deliveries are sent there afterwards', async () => {
  const endpoint = await create();
  await challenge(endpoint);
  answer = () => reply(500);
  await settle();
  await api.sendWebhooks();
  await move(endpoint, 'https://shop.example.com/b');
  api.pass({ minutes: 5 });
  await api.sendWebhooks();
  expect(sent).toHaveLength(2);
  answer = (request) => reply(200, codeIn(request));
  await challenge((await read(endpoint))!);
  await api.sendWebhooks();
  expect(sent.map(({ url }) => url.at(-1))).toEqual(['a', 'a', 'b', 'b']);
  expect((await read(endpoint))?.lastDelivery).toMatchObject({ state: 'DELIVERED' });
});

test('a paused endpoint can be confirmed, and is still sent nothing', async () => {
  const endpoint = await create();
  await api.call(pauseWebhookEndpoint, { ...at(endpoint), body: { isPaused: true } });
  expect((await challenge(endpoint)).value()).toMatchObject({ confirmedAtUtc: expect.any(String) });
  await settle();
  await api.sendWebhooks();
  expect(sent).toHaveLength(1);
});

test('a merchant can send five challenges an hour, to any addresses', async () => {
  answer = () => reply(404);
  const endpoints = [await create('https://one.example.com/'), await create('https://two.example.com/')];
  const statuses: number[] = [];
  for (let nth = 0; nth < 7; nth += 1) statuses.push((await challenge(endpoints[nth % 2]!)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(sent).toHaveLength(5);
  api.pass({ hours: 1 });
  token = await signInAs(api, 'editor');
  expect((await challenge(endpoints[0]!)).status).toBe(200);
});

const sentTo = (host: string, count: number) =>
  database.query(
    `INSERT INTO throttle_counters (key, window_start, count) VALUES ('webhook-challenge-host:' || $1, $2, $3)`,
    [host, new Date(Math.floor(api.services.clock.now().getTime() / 3_600_000) * 3_600_000), count],
  );

test('a server gets at most ten challenges an hour from all merchants together, under any spelling of its name', async () => {
  answer = () => reply(404);
  await sentTo('victim.example.com', 9);
  expect((await challenge(await create('https://VICTIM.example.com/a'))).status).toBe(200);
  expect((await challenge(await create('https://victim.example.com./b'))).status).toBe(429);
  expect((await challenge(await create('https://other.example.com/'))).status).toBe(200);
});

test('challenges that a server answers do not count against it', async () => {
  await sentTo('hooks.example.com', 9);
  for (const path of ['a', 'b', 'c'])
    expect(codeOf(await challenge(await create(`https://hooks.example.com/${path}`)))).toEqual([200, undefined]);
});

test('codes cannot be guessed: thirty tries an hour', async () => {
  answer = () => reply(404);
  const endpoint = await create();
  await challenge(endpoint);
  const statuses: number[] = [];
  for (let nth = 0; nth < 31; nth += 1) statuses.push((await confirm(endpoint, String(nth))).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test('the servers of the sample merchants answer challenges', async () => {
  const asked = { merchantId: ids.harbour, url: 'https://shop.example/hooks', headers: {} };
  const body = JSON.stringify({ type: 'endpoint.challenge', challenge: 'a1b2' });
  const samples = answerForSamples({ send: async () => ({ error: 'Not a sample' }) }, { isLocal: true });
  expect(await samples.send({ ...asked, body })).toMatchObject({ status: 200, body: 'a1b2' });
});
