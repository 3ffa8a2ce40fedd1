import { createClient } from '@volume/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#api/database/database.ts';
import { makeApiKey } from '#api/testing/api-keys/make-api-key.ts';
import { openPeople } from '#api/testing/open-people.ts';
import { seedAccount } from '#api/testing/seed-money.ts';
import { ids } from '#api/testing/seed-people.ts';
import { createTestApp, type TestApp } from '#api/testing/test-app.ts';

let database: Database;
let api: TestApp;
let sent: string[] = [];

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  await seedAccount(api.services, {
    merchantId: ids.harbour,
    applicationId: ids.harbourShop,
    payInAccountId: 71,
    currency: 'GBP',
  });
});
afterAll(() => database.close());
beforeEach(() => void (sent = []));

/** The real app, without a network. */
const fetchFromApp: typeof fetch = async (url, init) => {
  const request = new Request(url, init);
  sent.push(`${request.method} ${new URL(request.url).pathname.replace('/sandbox', '')}`);
  return api.app.request(request, undefined, { remoteAddress: '203.0.113.7' });
};
const now = () => api.services.clock.now().getTime();

/** A client with a new primary key. */
async function open({ clock = now, scopes = undefined as string[] | undefined } = {}) {
  const { 'x-application-id': clientId = '', 'x-application-secret': clientSecret = '' } = await makeApiKey(api);
  const credentials = { clientId, clientSecret, ...(scopes && { scopes }) };
  const options = { baseUrl: 'http://localhost/sandbox', fetch: fetchFromApp, retries: 0, effects: { now: clock } };
  return createClient({ ...options, ...credentials });
}
const link = {
  body: {
    applicationId: ids.harbourShop,
    merchantPaymentId: 'O-1',
    customerIntentDescription: 'Order 1',
    paymentRequest: { currency: 'GBP', amount: 12.5, reference: 'O-1' },
  },
} as const;
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const token = 'POST /oauth/token';

test('one token is used for 14 minutes, and renewed before it expires', async () => {
  const client = await open();
  await client.listPayIns();
  api.pass({ minutes: 13, seconds: 59 });
  expect(await client.getOwnKey()).toMatchObject({ key: 'PRIMARY' });
  expect(sent).toEqual([token, 'GET /api/payments', 'GET /api/keys/self']);
  api.pass({ seconds: 1 });
  await client.listPayIns();
  expect(sent.slice(3)).toEqual([token, 'GET /api/payments']);
});

test('a client whose clock has stopped is refused, gets another token, and creates one link', async () => {
  const begun = now();
  const client = await open({ clock: () => begun });
  await client.listPayIns();
  api.pass({ minutes: 15 });
  const { paymentIntentId } = await client.createPaymentLink(link);
  expect(sent.slice(2)).toEqual(['POST /api/paymentintents/link', token, 'POST /api/paymentintents/link']);
  const links = await database.query('SELECT payment_intent_id AS id FROM payment_intents');
  expect(links).toEqual([{ id: paymentIntentId }]);
});

test('resetting a key ends its tokens, and the error names the client and no secret', async () => {
  const client = await open();
  await client.listPayIns();
  await makeApiKey(api);
  const error = await failure(client.listPayIns());
  expect(error).toMatchObject({ name: 'RefusalError', status: 401, code: 'invalid_client', call: 'listPayIns' });
  expect(sent).toEqual([token, 'GET /api/payments', 'GET /api/payments', token]);
});

test('a token with fewer scopes opens fewer calls', async () => {
  const client = await open({ scopes: ['READ'] });
  await client.listPayIns();
  expect(await failure(client.createPaymentLink(link))).toMatchObject({ status: 403, code: 'LINKS_SCOPE_NEEDED' });
  expect(sent.filter((each) => each === token).length).toBe(1);
});
