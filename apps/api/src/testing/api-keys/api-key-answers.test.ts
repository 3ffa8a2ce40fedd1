import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { makeApiKey } from './make-api-key.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let api: TestApp;
let key: Record<string, string>;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  await seedAccount(api.services, { ...params, payInAccountId: 1, currency: 'GBP' });
  key = await makeApiKey(api);
});
afterAll(() => database.close());

const link = (idempotencyKey: string, amount = 1, currency = 'GBP') =>
  api.call(createPaymentLink, {
    body: { applicationId: ids.harbourShop, paymentRequest: { currency, amount, reference: 'ORDER' } as never },
    headers: { ...key, 'idempotency-key': idempotencyKey },
  });
const mark = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed');

test('only a replayed response is marked as replayed', async () => {
  const once = crypto.randomUUID();
  const [first, second, other] = [await link(once), await link(once), await link(crypto.randomUUID())];
  expect([first, second, other].map(mark)).toEqual([null, 'true', null]);
  expect(second.value()).toEqual(first.value());
  const reused = await link(once, 2);
  expect([reused.status, mark(reused)]).toEqual([422, null]);
});

test('of ten concurrent calls with one key, nine are marked as replayed', async () => {
  const once = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => link(once)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter((answer) => mark(answer) === 'true')).toHaveLength(9);
});

test('a stored refusal is marked when it is repeated', async () => {
  const once = crypto.randomUUID();
  const [first, second] = [await link(once, 1, 'EUR'), await link(once, 1, 'EUR')];
  expect([first.status, second.status]).toEqual([422, 422]);
  expect([first, second].map(mark)).toEqual([null, 'true']);
});

test('a call by key returns the number of remaining calls, also when there are none; a session’s call returns none', async () => {
  const few = createTestApp(database, { settings: { callsPerSecond: 2 } });
  const list = () => few.call(listPayIns, { headers: key, address: `203.0.113.${calls++}` });
  let calls = 1;
  const said = [await list(), await list(), await list()];
  expect(said.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(said.map(({ headers }) => headers.get('ratelimit'))).toEqual([
    '"key";r=1;t=1',
    '"key";r=0;t=1',
    '"key";r=0;t=1',
  ]);
  expect(new Set(said.map(({ headers }) => headers.get('ratelimit-policy')))).toEqual(new Set(['"key";q=2;w=1']));
  const session = await api.call(listPayIns, { token: await signInAs(api, 'viewer') });
  expect([session.status, session.headers.get('ratelimit')]).toEqual([200, null]);
});

test.each(['USD', 'gbp'])('a currency of %s is refused with the currencies that there are', async (currency) => {
  const refused = await link(crypto.randomUUID(), 1, currency);
  expect([refused.status, refused.problem().errorMessage]).toEqual([
    400,
    'paymentRequest.currency must be one of GBP, EUR',
  ]);
});
