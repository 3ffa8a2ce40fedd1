import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import type { LoggedCall } from '#http/recording/noted-call.ts';
import { createRequestLog } from './request-log.ts';

let database: Database;
let app: TestApp;
beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
});
afterAll(() => database.close());
beforeEach(() => database.run('DELETE FROM key_requests; DELETE FROM key_request_days'));

const at = new Date(Date.UTC(2026, 10, 21, 9, 5));
const known = { merchantId: ids.harbour, key: 'PRIMARY' } as const;
const callOf = (given: Partial<LoggedCall> = {}): LoggedCall => ({
  applicationId: ids.harbourShop,
  by: known,
  at,
  method: 'GET',
  path: 'payments',
  query: '',
  status: 200,
  code: null,
  errorMessage: null,
  durationMs: 3,
  address: null,
  traceId: '32671492024f',
  headers: [],
  body: null,
  objectIds: [],
  refusedKey: null,
  ...given,
});
const times = (count: number, work: (index: number) => void) => Array.from({ length: count }, (_, at) => work(at));

const ownerOf = async (id: string) => (id === ids.harbourShop ? ids.harbour : null);
const open = (on: Database, every: number | null = null) =>
  createRequestLog({ ...app.services, database: on }, { ownerOf, every });
const count = async () => (await database.query<{ n: number }>('SELECT count(*) AS n FROM key_requests'))[0]?.n;
const day = async () =>
  (
    await database.query<{ stored: number; unstored: number }>(
      'SELECT with_key AS stored, unstored FROM key_request_days WHERE application_id = $1',
      [ids.harbourShop],
    )
  )[0];

/** The database while it cannot be reached. */
const gone = (whole: Database): Database => ({
  ...whole,
  transaction: async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  },
});

test('writes a moment after a call without being asked', async () => {
  const log = open(database, 5);
  log.add(callOf());
  await expect.poll(count, { timeout: 10_000 }).toBe(1);
  await log.stop();
});

test('two instances that write concurrently store no more calls per day than one', async () => {
  await database.query(
    sql`INSERT INTO key_request_days VALUES (${ids.harbour}, ${ids.harbourShop}, '2026-11-21', ${at}, 9300, 0, 0)`,
  );
  const logs = [open(database), open(database)];
  for (const log of logs) times(150, () => log.add(callOf()));
  await Promise.all(logs.map((log) => log.flush()));
  expect(await count()).toBe(200);
  expect(await day()).toEqual({ stored: 9600, unstored: 0 });
});

test('writes each call once when two writes run concurrently', async () => {
  const log = open(database);
  times(1_000, (index) => log.add(callOf({ path: `payments/${index}` })));
  await Promise.all([log.flush(), log.flush(), log.flush()]);
  expect(await count()).toBe(1_000);
});

test('keeps calls that it could not write, at most 1,000 per application, and counts the others', async () => {
  let isGone = true;
  const flaky: Database = {
    ...database,
    transaction: (work) => (isGone ? gone(database) : database).transaction(work),
  };
  const log = open(flaky);
  times(1_400, () => log.add(callOf()));
  // The database is away for more than a minute, and no batch is given up in that time.
  for (const _ of Array.from({ length: 15 })) expect(await log.flush()).toBe(false);
  expect(await count()).toBe(0);
  times(10, () => log.add(callOf()));
  isGone = false;
  expect(await log.flush()).toBe(true);
  expect(await count()).toBe(1_000);
  expect(await day()).toEqual({ stored: 1_000, unstored: 410 });
});

test('gives up a batch that fails ten times, so that later calls are written', async () => {
  const log = open(database);
  log.add(callOf({ path: 'not\0text' }));
  for (const _ of Array.from({ length: 10 })) expect(await log.flush()).toBe(false);
  log.add(callOf());
  expect(await log.flush()).toBe(true);
  expect(await count()).toBe(1);
});

test('a flood of calls with wrong keys does not use up the room of others, and unknown applications are dropped', async () => {
  const log = open(database);
  times(5_000, () => log.add(callOf({ by: null })));
  times(3, () => log.add(callOf({ by: null, applicationId: ids.nobody })));
  times(5, () => log.add(callOf()));
  await log.flush();
  expect(await count()).toBe(205);
});

test('writes the waiting calls when it is stopped, and no later ones', async () => {
  const log = open(database, 60_000);
  log.add(callOf());
  await log.stop();
  log.add(callOf());
  await log.flush();
  expect(await count()).toBe(1);
});
