import { listPayInAccounts } from '@volume/contract/balances/balances.ts';
import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { cancelPaymentLink, createPaymentLink, getPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { getPayout, listPayouts, makePayout } from '@volume/contract/payouts/payouts.ts';
import { listActivity } from '@volume/contract/users/activity.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { makeApiKey } from './make-api-key.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
type Key = Record<string, string>;
let database: Database;
let app: TestApp;
let key: Key;
let others: Record<string, Key>;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000, failedSignInsPerAddress: 100_000 } });
  const books = await seedAccount(app.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 50_000 });
  key = await makeApiKey(app);
  others = {
    'the other application': await makeApiKey(app, { applicationId: ids.harbourApp }),
    'another merchant': await makeApiKey(app, { applicationId: ids.strangerShop, by: 'stranger' }),
  };
});
afterAll(() => database.close());

const once = () => ({ ...key, 'idempotency-key': crypto.randomUUID() });
const newLink = async () => {
  const paymentRequest = { currency: 'GBP', amount: 12.5, reference: 'ORDER1' } as const;
  const body = { applicationId: ids.harbourShop, paymentRequest };
  return (await app.call(createPaymentLink, { body, headers: once() })).value();
};

test('a key reads and cancels the link it made, and the activity log names the key', async () => {
  const { paymentIntentId } = await newLink();
  const read = (await app.call(getPaymentLink, { params: { paymentIntentId }, headers: key })).value();
  expect(read).toMatchObject({ paymentIntentId, applicationId: ids.harbourShop, paymentIntentStatus: 'NOT_STARTED' });
  const cancelled = (await app.call(cancelPaymentLink, { params: { paymentIntentId }, headers: key })).value();
  expect(cancelled).toMatchObject({ paymentIntentStatus: 'EXPIRED', cancelledBy: 'Primary key of Web shop' });
  const again = await app.call(cancelPaymentLink, { params: { paymentIntentId }, headers: key });
  expect([again.status, again.problem().code]).toEqual([409, 'LINK_OVER']);
  const token = await signInAs(app, 'editor');
  const log = await app.call(listActivity, {
    token,
    params: { merchantId: ids.harbour },
    query: 'action=LINK_CANCELLED',
  });
  expect(log.value().content).toMatchObject([{ actor: 'Primary key of Web shop', subject: paymentIntentId }]);
});

test('a key finds its accounts, pays out of one, and reads the payout in the list and by its id', async () => {
  const accounts = (await app.call(listPayInAccounts, { params, headers: key })).value();
  expect(accounts).toMatchObject([{ id: 1, virtualAccountInformation: { availableBalance: 50_000 } }]);
  const body = { payInAccountId: accounts[0]!.id, amount: 20 };
  const { payoutPaymentId } = (await app.call(makePayout, { params, body, headers: once() })).value();
  const list = (await app.call(listPayouts, { params, headers: key })).value();
  expect(list.content.map((payout) => payout.payoutPaymentId)).toEqual([payoutPaymentId]);
  const one = await app.call(getPayout, { params: { ...params, payoutPaymentId }, headers: key });
  expect(one.value()).toMatchObject({ payoutPaymentId, payInAccountId: 1 });
});

test('a link of another application or another merchant is 404 for a key, to read and to cancel', async () => {
  const { paymentIntentId } = await newLink();
  for (const headers of Object.values(others)) {
    expect((await app.call(getPaymentLink, { params: { paymentIntentId }, headers })).status).toBe(404);
    expect((await app.call(cancelPaymentLink, { params: { paymentIntentId }, headers })).status).toBe(404);
  }
  const still = (await app.call(getPaymentLink, { params: { paymentIntentId }, headers: key })).value();
  expect(still.paymentIntentStatus).toBe('NOT_STARTED');
});

test('two concurrent cancellations of one link cancel it once', async () => {
  const { paymentIntentId } = await newLink();
  const cancel = () => app.call(cancelPaymentLink, { params: { paymentIntentId }, headers: key });
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test.each([
  ['no credentials', {}],
  ['the key as a bearer token', { authorization: 'Bearer volume_abc' }],
  ['the key as a password', { authorization: `Basic ${btoa('shop:volume_abc')}` }],
])('a call by key with %s gets 401, which names both key headers', async (_, headers) => {
  const answer = await app.call(listPayIns, { headers });
  expect(answer.status).toBe(401);
  expect(answer.problem().errorMessage).toContain(applicationIdHeader);
  expect(answer.problem().errorMessage).toContain(apiKeyHeader);
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*ApplicationKey .*x-application-secret/);
});

test('only a 401 has WWW-Authenticate, and asks to sign in again after a session has ended', async () => {
  const old = await app.call(listPayIns, { token: 'e30.e30.x' });
  expect([old.status, old.problem().errorMessage]).toEqual([401, 'Your session has ended. Please sign in again.']);
  const missing = await app.call(getPaymentLink, { params: { paymentIntentId: ids.nobody }, headers: key });
  expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([404, null]);
});
