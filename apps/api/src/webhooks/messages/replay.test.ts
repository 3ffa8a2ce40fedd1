import { createPublicKey, verify } from 'node:crypto';
import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { listReplayMessages, listWebhookMessages, type WebhookMessage } from '@volume/contract/webhooks/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import type { Books } from '#ledger/transfer.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let books: Books;
let key: Record<string, string>;
let firstDay: string;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' });
  key = await makeApiKey(api);
  firstDay = dayOf(api.services.clock.now());
  await pay('COMPLETED');
  await pay('FAILED');
  api.pass({ hours: 24 });
  await pay('COMPLETED');
});
afterAll(() => database.close());

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const read = (query: string, app = api, headers = key) => app.call(listReplayMessages, { params, query, headers });
const named = ({ headers }: WebhookMessage) => Object.fromEntries(headers.map(({ name, value }) => [name, value]));

async function pay(status: 'COMPLETED' | 'FAILED'): Promise<void> {
  const objectId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 });
  await database.transaction((queries) =>
    recordOutgoingEvent(queries, writeContext(api.services), { ...params, kind: 'PAYMENT', objectId, status }),
  );
  await api.runDueWork();
}

async function isSigned(message: WebhookMessage): Promise<boolean> {
  const headers = named(message);
  const pem = await (await api.app.request('/sandbox/.well-known/signature/pem')).text();
  const publicKey = createPublicKey(`-----BEGIN PUBLIC KEY-----\n${pem}\n-----END PUBLIC KEY-----`);
  const text = `${headers['x-signature-timestamp']}.${ids.harbourShop}.${message.body}`;
  return verify('RSA-SHA256', Buffer.from(text), publicKey, Buffer.from(headers['x-signature'] ?? '', 'base64'));
}

test('the events of a day are the messages that an address would get, marked as tests', async () => {
  const all = (await api.call(listWebhookMessages, { params, headers: key })).value().messages;
  const page = (await read(`day=${firstDay}`)).value();
  expect(page.messages.map(({ type }) => type)).toEqual(['payment.completed', 'payment.failed']);
  expect(page).toMatchObject({ hasMore: false, last: page.messages[1]!.id });
  for (const [at, message] of page.messages.entries()) {
    const { 'x-test-event': mark, ...headers } = named(message);
    expect(mark).toBe('true');
    expect({ ...message, headers: Object.keys(headers) }).toEqual({
      ...all[at]!,
      headers: Object.keys(named(all[at]!)),
    });
    expect(await isSigned(message)).toBe(true);
  }
});

test('pages continue after the last event, and without a day up to the newest one', async () => {
  const first = (await read('size=1')).value();
  expect(first).toMatchObject({ hasMore: true, last: first.messages[0]!.id });
  const rest = (await read(`after=${first.last}`)).value();
  expect(rest.messages).toHaveLength(2);
  expect((await read(`day=${firstDay}&after=${rest.last}`)).value()).toEqual({
    messages: [],
    hasMore: false,
    last: rest.last,
  });
  expect((await read('day=2026-01-01')).value()).toEqual({ messages: [], hasMore: false, last: null });
});

test('an old message has a valid signature from an hour ago', async () => {
  const [message] = (await read('form=OLD&size=1')).value().messages;
  const now = api.services.clock.now().getTime() / 1000;
  for (const header of ['x-signature-timestamp', 'webhook-timestamp'])
    expect(Number(named(message!)[header])).toBe(Math.floor(now) - 3600);
  expect(await isSigned(message!)).toBe(true);
});

test('a message of an unknown type is signed, and has a separate id and an unknown status', async () => {
  const [known] = (await read('size=1')).value().messages;
  const [unknown] = (await read('form=UNKNOWN&size=1')).value().messages;
  expect(unknown!.id).toBe(known!.id);
  expect(named(unknown!)['webhook-id']).not.toBe(known!.id);
  expect(Object.keys(JSON.parse(unknown!.body))).toEqual([
    'eventTimeUtc',
    'applicationId',
    'mandateId',
    'mandateStatus',
  ]);
  expect(JSON.parse(unknown!.body).eventTimeUtc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(await isSigned(unknown!)).toBe(true);
});

test('a second attempt has the same body, except where the body counts attempts', async () => {
  const [first] = (await read('size=1')).value().messages;
  expect((await read('form=AGAIN&size=1')).value().messages[0]!.body).toBe(first!.body);
  const body = '{"refundId":"1","refundWebhookDeliveryAttempt":0}';
  await database.query('UPDATE event_feed SET body = $1 WHERE event_id = $2', [body, first!.id]);
  const [again] = (await read('form=AGAIN&size=1')).value().messages;
  expect(again!.body).toBe('{"refundId":"1","refundWebhookDeliveryAttempt":1}');
  expect(await isSigned(again!)).toBe(true);
});

test('the call is 404 under Live, and the capabilities do not list it', async () => {
  const live = createTestApp(database, { settings: { isSandbox: false, isLive: true } });
  const integration = createTestApp(database, { settings: { isSandbox: false } });
  const name = 'GET merchants/{}/applications/{}/webhook-messages/replay';
  expect((await read('', live)).status).toBe(404);
  expect((await live.call(listCapabilities)).value()).not.toContain(name);
  expect((await read('', integration)).status).toBe(200);
  expect((await integration.call(listCapabilities)).value()).toContain(name);
});

test('a key of another application gets no message', async () => {
  for (const other of [{ applicationId: ids.harbourApp }, { applicationId: ids.strangerShop, by: 'stranger' as const }])
    expect((await read('', api, await makeApiKey(api, other))).status).toBe(404);
});

test.each([
  ['day=yesterday', 400],
  ['day=2026-02-30', 400],
  ['day=', 400],
  ['form=FORGED', 400],
  ['after=last', 400],
  ['wait=5', 400],
  [`after=${crypto.randomUUID()}`, 410],
  ['size=999', 200],
])('answers the query %s with %i', async (query, status) => {
  expect((await read(query)).status).toBe(status);
});
