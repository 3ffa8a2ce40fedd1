import { createPublicKey, verify } from 'node:crypto';
import {
  getWebhookDelivery,
  listWebhookSamples,
  resendWebhookDelivery,
  sendTestWebhook,
  setWebhooksCallbacks,
} from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import type { WebhookRequest } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let token: string;
let sent: WebhookRequest[] = [];

beforeAll(async () => {
  database = await openPeople();
  const send = async (request: WebhookRequest) => {
    sent.push(request);
    return { status: 200, body: '', retryAfter: null };
  };
  api = createTestApp(database, { webhookSender: { send } });
  token = await signInAs(api, 'editor');
  const body = { paymentStatusWebhookUrl: 'https://shop.example.com/hooks' };
  (await api.call(setWebhooksCallbacks, { params, body, token, headers: await proved(api, token) })).value();
});
beforeEach(() => {
  sent = [];
  api.pass({ minutes: 1 });
});
afterAll(() => database.close());

/** Verifies the signature as the reference describes it for receivers, for one application and time. */
async function isFor(applicationId: string, now: number, { headers, body }: WebhookRequest): Promise<boolean> {
  const { 'x-signature': signature = '', 'x-signature-timestamp': timestamp = '' } = headers;
  if (headers['x-signature-application-id'] !== applicationId || Math.abs(now / 1000 - Number(timestamp)) > 300) {
    return false;
  }
  const key = await (await api.app.request('/sandbox/.well-known/signature/pem')).text();
  const pem = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;
  const text = Buffer.from(`${timestamp}.${applicationId}.${body}`);
  return verify('RSA-SHA256', text, createPublicKey(pem), Buffer.from(signature, 'base64'));
}
const sendTest = () => api.call(sendTestWebhook, { params, body: { kind: 'PAYMENT' }, token });

/** Sends the event of a payment that completed. */
async function sendReal(): Promise<string> {
  const account = { ...params, payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' } as const;
  const books = await seedAccount(api.services, account);
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
  await api.sendWebhooks();
  const find = 'SELECT delivery_id AS id FROM webhook_deliveries WHERE object_id = $1';
  return (await database.query<{ id: string }>(find, [objectId]))[0]!.id;
}
const read = async (deliveryId: string) =>
  (await api.call(getWebhookDelivery, { params: { ...params, deliveryId }, token })).value();

test('an event is signed for its application and time, and the signature of a real event is not shown', async () => {
  const deliveryId = await sendReal();
  const [event] = sent;
  const now = api.services.clock.now().getTime();
  expect(await isFor(ids.harbourShop, now, event!)).toBe(true);
  expect(await isFor(ids.harbourApp, now, event!), 'another application').toBe(false);
  expect(await isFor(ids.harbourShop, now + 301_000, event!), 'five minutes later').toBe(false);
  const headers = { ...event!.headers, 'x-signature-application-id': ids.harbourApp };
  expect(await isFor(ids.harbourApp, now, { ...event!, headers }), 'named anew').toBe(false);
  expect(event!.headers).not.toHaveProperty('x-test-event');
  expect((await read(deliveryId)).authorization).toBeNull();
});

test('a sample has the headers of a real event, by which a receiver can be tried', async () => {
  const [sample] = (await api.call(listWebhookSamples, { params, token })).value();
  const { headers = {}, authorization = '', requestBody = '' } = sample ?? {};
  const event = { headers, body: requestBody, authorization, url: '' } as unknown as WebhookRequest;
  expect(await isFor(ids.harbourShop, api.services.clock.now().getTime(), event)).toBe(true);
  expect(headers).toMatchObject({ 'x-test-event': 'true', 'webhook-signature': expect.stringContaining('v1a,') });
});

test('a test event is marked as a test and shown with its signature', async () => {
  const { id } = (await sendTest()).value();
  await api.sendWebhooks();
  expect(sent[0]!.headers).toMatchObject({ 'x-test-event': 'true', 'x-signature-application-id': ids.harbourShop });
  expect((await read(id)).authorization).toBe(sent[0]!.authorization);
});

test('a merchant can send ten test events and 120 resends a minute', { timeout: 60_000 }, async () => {
  const statuses: number[] = [];
  for (let each = 0; each < 11; each++) statuses.push((await sendTest()).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  const refused = await sendTest();
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.problem().errorMessage).toContain('Nothing was sent now');
  api.pass({ minutes: 1 });
  const { id: deliveryId } = (await sendTest()).value();
  const resend = () => api.call(resendWebhookDelivery, { params: { ...params, deliveryId }, token });
  for (let each = 0; each < 120; each++) expect((await resend()).status).toBe(200);
  expect((await resend()).status).toBe(429);
});
