import { createPublicKey, verify } from 'node:crypto';
import { listEvents } from '@volume/contract/webhooks/events.ts';
import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  sendTestWebhook,
  setWebhooksCallbacks,
} from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookRequest } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Database } from '#database/database.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { rotateWebhookKey } from './signing-key.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const hour = 3_600_000;
let database: Database;
let api: TestApp;
let token: string;
let sent: WebhookRequest[] = [];
let status = 200;

beforeAll(async () => {
  database = await openPeople();
  const send = async (request: WebhookRequest) => (sent.push(request), { status, body: '', retryAfter: null });
  api = createTestApp(database, { webhookSender: { send } });
  token = await signInAs(api, 'editor');
  const body = { paymentStatusWebhookUrl: 'https://shop.example.com/hooks' };
  (await api.call(setWebhooksCallbacks, { params, body, token, headers: await proved(api, token) })).value();
});
beforeEach(() => {
  sent = [];
  status = 200;
});
afterAll(() => database.close());

interface Key {
  keyId: string;
  publicKey: string;
  endsAtUtc: string | null;
}
const published = async () => (await (await api.app.request('/sandbox/.well-known/signature/ed25519')).json()) as Key[];

/** Verifies Standard Webhooks with one public key: any signature of the list can be the matching one. */
function isSignedBy({ publicKey }: Key, { headers, body }: WebhookRequest): boolean {
  const raw = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const text = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  const signatures = (headers['webhook-signature'] ?? '').split(' ').map((each) => each.split(','));
  return signatures.some(
    ([version, value = '']) => version === 'v1a' && verify(null, text, key, Buffer.from(value, 'base64')),
  );
}

/** Sends a test event. */
async function sendTest(): Promise<WebhookRequest> {
  await api.call(sendTestWebhook, { params, body: { kind: 'PAYMENT' }, token });
  await api.sendWebhooks();
  return sent.at(-1)!;
}

test('every attempt has the event’s id, and its own time and signature', async () => {
  const books = await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' });
  const objectId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 1250 });
  await database.transaction((queries) =>
    recordOutgoingEvent(queries, writeContext(api.services), {
      ...params,
      kind: 'PAYMENT',
      objectId,
      status: 'COMPLETED',
    }),
  );
  await api.runDueWork();
  status = 500;
  await api.sendWebhooks();
  status = 200;
  api.pass({ seconds: 30 });
  await api.sendWebhooks();
  const [delivery] = (await api.call(listWebhookDeliveries, { params, token })).value().content;
  await api.call(resendWebhookDelivery, { params: { ...params, deliveryId: delivery!.id }, token });
  api.pass({ seconds: 30 });
  await api.sendWebhooks();
  const [event] = (await api.call(listEvents, { params, token })).value().events;
  expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([event!.id, event!.id, event!.id]);
  expect(delivery!.webhookId).toBe(event!.id);
  expect(await idsFor(event!.id)).toEqual([delivery!.id]);
  expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
  const [key] = await published();
  expect(key?.publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
  expect(sent.map((request) => isSignedBy(key!, request))).toEqual([true, true, true]);
  for (const changed of [
    { body: `${sent[0]!.body} ` },
    { headers: { ...sent[0]!.headers, 'webhook-id': delivery!.id } },
  ])
    expect(isSignedBy(key!, { ...sent[0]!, ...changed })).toBe(false);
});

test('two test events have two ids', async () => {
  const [first, second] = [await sendTest(), await sendTest()];
  expect(first.headers['webhook-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(first.headers['webhook-id']).not.toBe(second.headers['webhook-id']);
  const { content } = (await api.call(listWebhookDeliveries, { params, token })).value();
  expect(content.map(({ webhookId }) => webhookId)).toEqual(
    expect.arrayContaining([first, second].map(({ headers }) => headers['webhook-id'])),
  );
  expect(await idsFor(first.headers['webhook-id'])).toHaveLength(1);
  expect(await idsFor(ids.harbourShop)).toEqual([]);
});

/** The deliveries that the list finds by what the log of a server has as webhook-id. */
async function idsFor(webhookId: string | undefined): Promise<string[]> {
  const { content } = (
    await api.call(listWebhookDeliveries, { params, token, query: `webhookId=${webhookId}` })
  ).value();
  return content.map(({ id }) => id);
}

test('during a rotation a receiver needs only one of both keys, and afterwards the new one', async () => {
  const [former] = await published();
  await rotateWebhookKey(api.services, hour);
  api.pass({ minutes: 1 });
  const [, next] = await published();
  const during = await sendTest();
  expect([isSignedBy(former!, during), isSignedBy(next!, during)]).toEqual([true, true]);
  api.pass({ minutes: 150 });
  token = await signInAs(api, 'editor');
  const later = await sendTest();
  expect([isSignedBy(former!, later), isSignedBy(next!, later)]).toEqual([false, true]);
  expect(await published()).toEqual([{ ...next, endsAtUtc: null }]);
});
