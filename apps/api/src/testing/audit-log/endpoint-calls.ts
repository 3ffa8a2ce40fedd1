import { challengeWebhookEndpoint, createWebhookEndpoint } from '@volume/contract/webhooks/webhook-endpoints.ts';
import type { CallInput } from '#testing/call-api.ts';
import type { TestApp } from '#testing/test-app.ts';
import { as, shop } from './stepped-up-users.ts';

let made = 0;

/** A new endpoint of a name and an address that no other has. */
export async function newEndpointCall(): Promise<CallInput> {
  made += 1;
  const body = { name: `Server ${made}`, url: `https://shop.example/hooks/${made}`, types: ['payment.settled'] };
  return { params: shop, body };
}

/** A call on a new endpoint. */
export const endpointCall =
  (body?: object) =>
  async (app: TestApp): Promise<CallInput> => {
    const by = await as(app, 'merchantadmin');
    const { endpointId } = (await app.call(createWebhookEndpoint, { ...by, ...(await newEndpointCall()) })).value();
    return { params: { ...shop, endpointId }, ...(body && { body }) };
  };

/** A call on a new endpoint whose address is confirmed. */
export const openEndpointCall =
  (body: object) =>
  async (app: TestApp): Promise<CallInput> => {
    const call = await endpointCall(body)(app);
    await app.services.database.query('UPDATE webhook_endpoints SET confirmed_at = created_at');
    return call;
  };

/** A replay of an event of the shop to a new endpoint. */
export async function replayCall(app: TestApp): Promise<CallInput> {
  const { clock, database, random } = app.services;
  const [eventId, paymentId] = [random.uuid(), random.uuid()];
  await database.query(
    `INSERT INTO event_feed (merchant_id, event_id, application_id, place, type, at, body)
      SELECT $1, $2, $3, coalesce(max(place), 0) + 1, 'payment.settled', $4, $5 FROM event_feed`,
    [shop.merchantId, eventId, shop.applicationId, clock.now(), JSON.stringify({ paymentId })],
  );
  return openEndpointCall({ eventIds: [eventId] })(app);
}

/** A confirmation with the code that the server of a new endpoint received. */
export async function confirmCall(app: TestApp): Promise<CallInput> {
  const { params } = await endpointCall()(app);
  const { webhookSender } = app.services;
  const before = { ...webhookSender };
  let code = '';
  webhookSender.send = async ({ body }) => {
    code = (JSON.parse(body) as { challenge: string }).challenge;
    return { status: 202, body: '', retryAfter: null };
  };
  await app.call(challengeWebhookEndpoint, { ...(await as(app, 'merchantadmin')), params: params! });
  Object.assign(webhookSender, before);
  return { params: params!, body: { code } };
}
