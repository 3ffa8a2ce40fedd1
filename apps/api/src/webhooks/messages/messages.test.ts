import { createPublicKey, verify } from 'node:crypto';
import { createNamedKey, revokeNamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { getOwnKey } from '@volume/contract/api-keys/own-key.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { getSampleMessage, listWebhookMessages, type WebhookMessage } from '@volume/contract/webhooks/messages.ts';
import { listRequestLog } from '@volume/contract/request-log/request-log.ts';
import { setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mostStreams } from '#core/changes/seats.ts';
import type { WebhookRequest } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import type { Books } from '#ledger/transfer.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { webhookHeaders } from '#webhooks/signing/webhook-headers.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let books: Books;
let key: Record<string, string>;
let sent: WebhookRequest[] = [];
/** The newest event when a test begins. */
let after: string | null;

beforeAll(async () => {
  database = await openPeople();
  api = createApi();
  books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' });
  key = await makeApiKey(api);
});
beforeEach(async () => {
  sent = [];
  after = (await read('from=NEWEST')).value().last;
});
afterAll(async () => {
  await api.services.changes?.stop();
  await database.close();
});

function createApi(): TestApp {
  const send = async (request: WebhookRequest) => {
    sent.push(request);
    return { status: 200, body: '', retryAfter: null };
  };
  return createTestApp(database, { webhookSender: { send }, live: { times: { lookForEvents: 5 } } });
}
const read = (query: string, headers = key, app = api) => app.call(listWebhookMessages, { params, query, headers });
const since = (id: string | null) => (id === null ? '' : `after=${id}`);

async function pay(app = api): Promise<string> {
  const objectId = await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 1250 });
  await database.transaction((queries) =>
    recordOutgoingEvent(queries, writeContext(app.services), {
      ...params,
      kind: 'PAYMENT',
      objectId,
      status: 'COMPLETED',
    }),
  );
  await app.runDueWork();
  return objectId;
}
const waitingCalls = async (app = api) =>
  Number(/^waiting_calls (\d+)$/m.exec(await (await app.app.request('/metrics')).text())?.[1]);
/** Resolves once this many calls wait. */
async function untilWaiting(count: number, app = api): Promise<void> {
  await expect.poll(() => waitingCalls(app), { interval: 5 }).toBe(count);
}

async function isSigned({ headers, body }: WebhookMessage): Promise<boolean> {
  const named = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  const pem = await (await api.app.request('/sandbox/.well-known/signature/pem')).text();
  const publicKey = createPublicKey(`-----BEGIN PUBLIC KEY-----\n${pem}\n-----END PUBLIC KEY-----`);
  const text = `${named['x-signature-timestamp']}.${ids.harbourShop}.${body}`;
  return verify('RSA-SHA256', Buffer.from(text), publicKey, Buffer.from(named['x-signature'] ?? '', 'base64'));
}

test('one event is read by its id, and one that is not kept is refused', async () => {
  await pay();
  await pay();
  const [first, second] = (await read(since(after))).value().messages;
  const one = (await read(`eventId=${second!.id}`)).value();
  expect(one).toMatchObject({ messages: [{ id: second!.id, body: second!.body }], hasMore: false, last: second!.id });
  expect((await read(`eventId=${first!.id}&after=${second!.id}&size=20`)).value().messages).toHaveLength(1);
  const refused = await read(`eventId=${crypto.randomUUID()}`);
  expect([refused.status, refused.problem()]).toMatchObject([410, { code: 'EVENT_NOT_KEPT' }]);
});

test('a message is exactly what would be sent to the address', async () => {
  const token = await signInAs(api, 'editor');
  const set = async (paymentStatusWebhookUrl: string | null) =>
    api.call(setWebhooksCallbacks, {
      params,
      body: { paymentStatusWebhookUrl },
      token,
      headers: await proved(api, token),
    });
  await set('https://shop.example.com/hooks');
  await pay();
  await api.sendWebhooks();
  await set(null);
  const [message] = (await read(since(after))).value().messages;
  const [request] = sent;
  expect(message).toMatchObject({
    type: 'payment.completed',
    method: 'PUT',
    isSentToAddresses: true,
    body: request!.body,
  });
  const headers = Object.fromEntries(message!.headers.map(({ name, value }) => [name, value]));
  const { 'webhook-signature': signature, ...others } = headers;
  const { 'webhook-signature': theirs, ...expected } = webhookHeaders(request!);
  expect(others).toEqual(expected);
  expect([signature, theirs]).toEqual([expect.stringMatching(/^v1a,/), expect.stringMatching(/^v1a,/)]);
});

test('a message is signed when it is read, even if its event is old', async () => {
  await pay();
  api.pass({ hours: 3 });
  const page = (await read(since(after))).value();
  const now = Math.floor(api.services.clock.now().getTime() / 1000);
  expect(page.messages[0]!.headers).toContainEqual({ name: 'x-signature-timestamp', value: String(now) });
  expect(await isSigned(page.messages[0]!)).toBe(true);
  expect(await isSigned({ ...page.messages[0]!, body: '{}' }), 'the control').toBe(false);
  expect(page.last).toBe(page.messages[0]!.id);
});

test('pages follow one another, and the last one says where to continue', async () => {
  const paid = [await pay(), await pay(), await pay()];
  const first = (await read(`${since(after)}&size=2`)).value();
  const second = (await read(`${since(first.last)}&size=2`)).value();
  expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  const found = [...first.messages, ...second.messages].map(({ body }) => JSON.parse(body).paymentId);
  expect(found).toEqual(paid);
  expect((await read(since(second.last))).value()).toEqual({ messages: [], hasMore: false, last: second.last });
});

test('a waiting call returns as soon as another instance adds an event', async () => {
  const other = createApi();
  const waiting = read(`${since(after)}&wait=25`);
  await untilWaiting(1);
  const paymentId = await pay(other);
  const { messages } = (await waiting).value();
  expect(messages.map(({ body }) => JSON.parse(body).paymentId)).toEqual([paymentId]);
  await untilWaiting(0);
  await other.services.changes?.stop();
});

test('a waiting call without a new event returns an empty list when its time is up', async () => {
  const { messages, last } = (await read(`${since(after)}&wait=1`)).value();
  expect([messages, last]).toEqual([[], after]);
});

test('a key that is revoked while it waits gets 401 and no event', async () => {
  const token = await signInAs(api, 'editor');
  const headers = await proved(api, token);
  const body = { name: 'Laptop', scopes: ['READ' as const] };
  const made = (await api.call(createNamedKey, { token, params, body, headers })).value();
  const own = { [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: made.value };
  const waiting = read(`${since(after)}&wait=25`, own);
  await untilWaiting(1);
  await api.call(revokeNamedKey, { token, params: { ...params, keyId: made.key.keyId } });
  await pay();
  expect((await waiting).status).toBe(401);
});

test('an application can have six waiting calls; the next gets Retry-After, and one that disconnects makes room', async () => {
  const leaving = new AbortController();
  const ask = async (signal?: AbortSignal) =>
    api.app.request(
      `/sandbox/api/merchants/${ids.harbour}/applications/${ids.harbourShop}/webhook-messages?wait=25&${since(after)}`,
      { headers: key, ...(signal && { signal }) },
    );
  const waiting = Array.from({ length: mostStreams.person - 1 }, () => ask());
  const left = ask(leaving.signal);
  await untilWaiting(mostStreams.person);
  const refused = await read(`${since(after)}&wait=25`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(refused.problem().errorMessage).toContain('Nothing is missed');
  const unknown = await read(`after=${crypto.randomUUID()}&wait=25`);
  expect(unknown.status, 'refused before the events are read, otherwise 410').toBe(429);
  expect((await read(since(after))).status, 'without waiting').toBe(200);
  leaving.abort();
  await untilWaiting(mostStreams.person - 1);
  const next = read(`${since(after)}&wait=25`);
  await untilWaiting(mostStreams.person);
  await pay();
  expect((await next).status).toBe(200);
  await left;
  for (const each of await Promise.all(waiting)) expect(each.status).toBe(200);
});

test('a server that stops answers waiting calls immediately, and another one continues from there', async () => {
  const stopping = createApi();
  const waiting = read(`${since(after)}&wait=25`, key, stopping);
  await untilWaiting(1, stopping);
  stopping.services.changes?.endStreams();
  const { messages, last } = (await waiting).value();
  expect(messages).toEqual([]);
  const refused = await read(`${since(last)}&wait=25`, key, stopping);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  const paymentId = await pay();
  const found = (await read(`${since(last)}&wait=25`)).value().messages;
  expect(found.map(({ body }) => JSON.parse(body).paymentId)).toEqual([paymentId]);
});

test('neither a key of another application nor a user gets a message', async () => {
  await pay();
  for (const other of [
    { applicationId: ids.harbourApp },
    { applicationId: ids.strangerShop, by: 'stranger' as const },
  ]) {
    const foreign = await read(`${since(after)}&wait=25`, await makeApiKey(api, other));
    expect([foreign.status, foreign.text]).toEqual([404, expect.not.stringContaining('payment.completed')]);
  }
  const token = await signInAs(api, 'editor');
  const refused = await api.call(listWebhookMessages, { params, query: since(after), token });
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([409, 'KEY_NEEDED']);
});

test.each([
  ['after=last', 400],
  ['from=YESTERDAY', 400],
  ['wait=-1', 400],
  ['wait=soon', 400],
  ['size=many', 400],
  ['type=payment.failed', 400],
  [`after=${crypto.randomUUID()}`, 410],
  [`after=${crypto.randomUUID()}&wait=25`, 410],
  ['from=NEWEST&wait=999', 200],
  ['size=0', 200],
])('answers the query %s with %i', async (query, status) => {
  expect((await read(query)).status).toBe(status);
});

test('the request log has the time of the server, without the time in which a call waited', async () => {
  api.pass({ seconds: 1 });
  await read(`${since(after)}&wait=2`);
  await api.writeRequestLog();
  const token = await signInAs(api, 'editor');
  const [logged] = (await api.call(listRequestLog, { params, token })).value().content;
  expect(logged).toMatchObject({ method: 'GET', status: 200, query: expect.stringContaining('wait=2') });
  expect(logged!.durationMs).toBeLessThan(2000);
});

test.each(['PAYMENT', 'REFUND', 'PAYOUT'] as const)(
  'a sample of a %s is a test event with a valid signature',
  async (kind) => {
    const sample = (await api.call(getSampleMessage, { params, query: `kind=${kind}`, headers: key })).value();
    expect(sample.headers).toContainEqual({ name: 'x-test-event', value: 'true' });
    expect(sample.headers).toContainEqual({ name: 'webhook-id', value: sample.id });
    expect(await isSigned(sample)).toBe(true);
    expect((await read(since(after))).value().messages).toEqual([]);
  },
);

test('a key can read its rights and addresses, but never its value', async () => {
  const own = await api.call(getOwnKey, { headers: key, address: '203.0.113.7' });
  expect(own.value()).toMatchObject({
    ...params,
    key: 'PRIMARY',
    name: null,
    scopes: ['READ', 'LINKS', 'REFUNDS', 'PAYOUTS', 'TOOL'],
    allowedAddresses: [],
    calledFrom: '203.0.113.7',
    paymentStatusWebhookUrl: null,
  });
  expect(own.text).not.toContain(key[apiKeyHeader]!);
  const token = await signInAs(api, 'editor');
  const headers = await proved(api, token);
  const body = { name: 'CI', scopes: ['READ' as const], allowedAddresses: ['203.0.113.0/24'] };
  const { value } = (await api.call(createNamedKey, { token, params, body, headers })).value();
  const named = { [applicationIdHeader]: ids.harbourShop, [apiKeyHeader]: value };
  const answer = (await api.call(getOwnKey, { headers: named, address: '203.0.113.9' })).value();
  expect(answer).toMatchObject({
    key: 'NAMED',
    name: 'CI',
    scopes: ['READ'],
    allowedAddresses: ['203.0.113.0/24'],
  });
});
