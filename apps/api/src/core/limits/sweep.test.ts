import { bookExchange, quoteExchange } from '@volume/contract/balances/exchange.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { sweepExpired } from './sweep.ts';

const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
let database: Database;
let app: TestApp;
let token: string;

beforeAll(async () => {
  database = await openPeople();
  const { services } = createTestApp(database);
  const books = await seedAccount(services, { ...params, payInAccountId: 1, currency: 'GBP' });
  await seedAccount(services, { ...params, payInAccountId: 2, currency: 'EUR' });
  await seedPayment(services, { books, applicationId: ids.harbourShop, amount: 100_000 });
});
beforeEach(async () => {
  await database.query('DELETE FROM throttle_counters');
  app = createTestApp(database);
  token = await signInAs(app, 'editor');
});
afterAll(() => database.close());

const quote = () =>
  app.call(quoteExchange, { token, params, body: { fromPayInAccountId: 1, toPayInAccountId: 2, sellAmount: 1 } });
const readQuotes = async () =>
  (await database.query<{ id: string }>('SELECT quote_id AS id FROM exchange_quotes')).map(({ id }) => id).toSorted();

test('deletes quotes a day after they expired, in batches, and keeps those that were booked', async () => {
  const [booked, unused] = [(await quote()).value().quoteId, (await quote()).value().quoteId];
  const body = { token, params, body: { quoteId: booked }, headers: { 'idempotency-key': crypto.randomUUID() } };
  expect((await app.call(bookExchange, body)).status).toBe(200);
  await database.query(
    `INSERT INTO exchange_quotes SELECT (jsonb_populate_record(q, jsonb_build_object('quote_id', gen_random_uuid()))).*
     FROM exchange_quotes AS q, generate_series(1, 2500) WHERE q.quote_id = $1`,
    [unused],
  );
  app.pass({ hours: 24 });
  token = await signInAs(app, 'editor');
  const fresh = (await quote()).value().quoteId;
  expect(await readQuotes()).toHaveLength(2_503);
  app.pass({ seconds: 31 });
  expect(await sweepExpired(app.services)).toBe(2_501);
  expect(await readQuotes()).toEqual([booked, fresh].toSorted());
});

test('deletes one-time requests a day after they expired, also of users who never come back', async () => {
  const now = app.services.clock.now();
  await database.query(
    `INSERT INTO one_time_requests (id_hash, kind, user_account_id, expires_at)
     SELECT 'old:' || n, 'OTP', user_account_id, $1::timestamptz - interval '1 day 1 second' FROM accounts, generate_series(1, 600) AS n
     WHERE email = 'editor@test.example' UNION ALL SELECT 'open', 'OTP', user_account_id, $1 FROM accounts
     WHERE email = 'editor@test.example'`,
    [now],
  );
  await sweepExpired(app.services);
  const left = await database.query(`SELECT id_hash FROM one_time_requests WHERE id_hash LIKE 'o%'`);
  expect(left).toEqual([{ id_hash: 'open' }]);
});

test('quotes 120 exchanges a minute for one user', async () => {
  for (let at = 0; at < 120; at++) expect((await quote()).status).toBe(200);
  const before = await readQuotes();
  const refused = await quote();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await readQuotes()).toEqual(before);
  token = await signInAs(app, 'merchantadmin');
  expect((await quote()).status).toBe(200);
});
