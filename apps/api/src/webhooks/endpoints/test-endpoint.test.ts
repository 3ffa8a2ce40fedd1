import {
  challengeWebhookEndpoint,
  createWebhookEndpoint,
  listWebhookEndpoints,
  pauseWebhookEndpoint,
  testWebhookEndpoint,
  type WebhookEndpoint,
} from '@volume/contract/webhooks/webhook-endpoints.ts';
import { getWebhookDelivery } from '@volume/contract/webhooks/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookReply, WebhookRequest } from '#core/services.ts';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let token: string;
let headers: Record<string, string>;
let sent: WebhookRequest[] = [];
let status: number;

beforeAll(async () => {
  database = await openPeople();
  const send = async (request: WebhookRequest): Promise<WebhookReply> => {
    const { challenge } = JSON.parse(request.body) as { challenge?: string };
    if (challenge === undefined) sent.push(request);
    return { status: challenge === undefined ? status : 200, body: challenge ?? '', retryAfter: null };
  };
  api = createTestApp(database, { webhookSender: { send }, settings: { signInsPerMinute: 100_000 } });
});
beforeEach(async () => {
  api.pass({ hours: 1 });
  for (const table of ['webhook_endpoint_keys', 'webhook_endpoints']) await database.query(`DELETE FROM ${table}`);
  token = await signInAs(api, 'editor');
  headers = await proved(api, token);
  sent = [];
  status = 200;
});
afterAll(() => database.close());

const at = ({ endpointId }: WebhookEndpoint) => ({ token, headers, params: { ...shop, endpointId } });
async function create(): Promise<WebhookEndpoint> {
  const body = { name: 'Orders', url: 'https://shop.example.com/a', types: ['payout.failed'] };
  return (await api.call(createWebhookEndpoint, { token, headers, params: shop, body })).value();
}
const open = async () => (await api.call(challengeWebhookEndpoint, at(await create()))).value();
const send = (endpoint: WebhookEndpoint, kind = 'PAYMENT') =>
  api.call(testWebhookEndpoint, { ...at(endpoint), body: { kind } });
const codeOf = ({ status: answered, text }: { status: number; text: string }) => [answered, JSON.parse(text).code];

test.each([
  ['PAYMENT', 'payment.completed', 'paymentStatus'],
  ['REFUND', 'refund.processed', 'refundStatus'],
  ['PAYOUT', 'payout.processed', 'payoutStatus'],
])('a test event about a %s is sent once, marked in its head and in its body', async (kind, type, field) => {
  const endpoint = await open();
  const made = (await send(endpoint, kind)).value();
  expect(made).toMatchObject({
    kind,
    state: 'PENDING',
    eventType: type,
    endpointId: endpoint.endpointId,
    replay: null,
  });
  await api.sendWebhooks();
  expect(sent).toHaveLength(1);
  const [request] = sent;
  expect(request!.headers).toMatchObject({ 'x-test-event': 'true', 'x-event-type': type, 'webhook-id': made.id });
  expect(JSON.parse(request!.body)).toMatchObject({ isTestEvent: true, [field]: expect.any(String) });
  const shown = await api.call(getWebhookDelivery, { token, params: { ...shop, deliveryId: made.id } });
  expect(shown.value()).toMatchObject({ state: 'DELIVERED', authorization: null, attempts: [{ httpStatus: 200 }] });
});

test('a test event that fails is not retried, and does not mark the endpoint as failing', async () => {
  const endpoint = await open();
  status = 500;
  await send(endpoint);
  await api.sendWebhooks();
  api.pass({ minutes: 2 });
  await api.sendWebhooks();
  expect(sent).toHaveLength(1);
  const [shown] = (await api.call(listWebhookEndpoints, { token, params: shop })).value();
  expect(shown).toMatchObject({ failingSinceUtc: null, lastDelivery: { state: 'GAVE_UP' } });
});

test('sends none to an endpoint that is not confirmed or is paused', async () => {
  const waiting = await create();
  expect(codeOf(await send(waiting))).toEqual([409, 'ENDPOINT_NOT_SENT_TO']);
  (await api.call(challengeWebhookEndpoint, at(waiting))).value();
  await api.call(pauseWebhookEndpoint, { ...at(waiting), body: { isPaused: true } });
  expect(codeOf(await send(waiting))).toEqual([409, 'ENDPOINT_NOT_SENT_TO']);
  await api.sendWebhooks();
  expect(sent).toEqual([]);
});

test('sends at most ten test events per minute', async () => {
  const endpoint = await open();
  for (let nth = 0; nth < 10; nth += 1) expect((await send(endpoint)).status).toBe(200);
  expect((await send(endpoint)).status).toBe(429);
});

test('refuses an unknown kind', async () => {
  expect((await send(await open(), 'LINK')).status).toBe(400);
});
