import { exportPayIns, listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { exportPayouts } from '@volume/contract/payouts/payouts.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';
import { watchQueries } from './watch-queries.ts';
import { listen, type Listening } from '#node/listen.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';
/** Few but long rows: more bytes than the buffers of a connection hold. */
const rows = isFull ? 58_000 : 2_500;
const reference = 'x'.repeat(isFull ? 200 : 4_000);
let database: Database;
let api: TestApp;
let server: Listening;
const tokens = new Map<TestPerson, string>();
/** Keeps the responses, because fetch cancels a response that is garbage-collected. */
let running: { stop: () => void; response: Response }[] = [];
/** Statements on the exports' own connections, and on the connections of all other calls. */
const asked = { own: 0, others: 0 };
/** While it is set, statements of this merchant's exports wait until `end` resolves. */
let slow: { merchantId: string; end: Promise<void> } | undefined;

beforeAll(async () => {
  database = await openPeople();
  const counted = (key: keyof typeof asked): Database =>
    watchQueries(database, (query) => (statement, parameters) => {
      asked[key] += 1;
      return query(statement, parameters);
    });
  api = createTestApp(counted('others'), { parts: { exportDatabase: slowed(counted('own')) } });
  for (const merchant of ['harbour', 'stranger'] as const) {
    await database.query(
      `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
         is_to_virtual_account, is_new_payment, is_payer_checked, reference)
       SELECT $1, gen_random_uuid(), $2, $3, $3, 100, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, $5
       FROM generate_series(1, $4::integer)`,
      [ids[merchant], ids[`${merchant}Shop`], api.services.clock.now(), merchant === 'harbour' ? rows : 3, reference],
    );
  }
  for (const name of ['viewer', 'operator', 'editor', 'stranger', 'admin'] as const) {
    tokens.set(name, await signInAs(api, name));
  }
  server = await listen(api.app, { port: 0, listenOn: ['127.0.0.1'], trustedProxies: [] });
}, 180_000);
afterEach(() => {
  for (const each of running) each.stop();
  running = [];
});
afterAll(async () => {
  await server.stop(0);
  await database.close();
});

/** Waits outside of `begin`: the embedded database has one connection, so nothing can wait inside its transaction. */
function slowed(own: Database): Database {
  const names = (...[statement, parameters]: Parameters<Database['query']>) =>
    slow !== undefined && toStatement(statement, parameters).values.includes(slow.merchantId);
  return {
    ...own,
    openSnapshot: async (begin) => {
      let isSlow = false;
      const snapshot = await own.openSnapshot(({ query, ...others }) =>
        begin({
          ...others,
          query: (statement, parameters) => {
            isSlow ||= names(statement, parameters);
            return query(statement, parameters);
          },
        }),
      );
      if (isSlow) await slow?.end;
      const { query, run } = snapshot.queries;
      return {
        ...snapshot,
        queries: {
          run,
          query: async (statement, parameters) => {
            if (names(statement, parameters)) await slow?.end;
            return query(statement, parameters);
          },
        },
      };
    },
  };
}

const address = () => `http://127.0.0.1:${server.port}`;
/** Starts an export and reads nothing of it. */
async function begin(name: TestPerson, query = ''): Promise<Response> {
  const controller = new AbortController();
  const response = await fetch(`${address()}/sandbox/api/${exportPayIns.path}${query}`, {
    headers: { authorization: `Bearer ${tokens.get(name)}` },
    signal: controller.signal,
  });
  if (response.ok) running.push({ stop: () => controller.abort(), response });
  return response;
}
const statusOf = async (name: TestPerson, query?: string) => (await begin(name, query)).status;

test('a user can run two exports at a time and a merchant four, while other calls work', async () => {
  expect([await statusOf('viewer'), await statusOf('viewer')]).toEqual([200, 200]);
  const third = await begin('viewer');
  expect(third.status).toBe(429);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await third.json()).toMatchObject({
    statusName: 'TOO_MANY_REQUESTS',
    errorMessage: 'You have 2 exports running. Nothing was exported. Try again when one has finished.',
  });
  expect([await statusOf('operator'), await statusOf('operator')]).toEqual([200, 200]);
  const fifth = await begin('editor');
  expect(fifth.status).toBe(429);
  expect(await fifth.json()).toMatchObject({ errorMessage: expect.stringContaining('4 exports of this merchant') });
  expect(await statusOf('admin', `?merchantId=${ids.harbour}`), 'whoever asks').toBe(429);
  expect(await statusOf('stranger'), 'of another merchant').toBe(200);
  expect((await api.call(listPayIns, { token: tokens.get('viewer')! })).status).toBe(200);
});

test('an export that was read, cancelled or refused frees its slot', { timeout: 60_000 }, async () => {
  const token = tokens.get('stranger')!;
  for (let each = 0; each < 3; each++) expect((await api.call(exportPayIns, { token })).status).toBe(200);
  const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
  for (let each = 0; each < 3; each++) expect((await api.call(exportPayouts, { params, token })).status).toBe(404);
  await expect.poll(() => statusOf('viewer')).toBe(200);
  await expect.poll(() => statusOf('viewer')).toBe(200);
  expect(await statusOf('viewer')).toBe(429);
  running.shift()!.stop();
  await expect.poll(() => statusOf('viewer'), { timeout: 30_000 }).toBe(200);
});

test('an export uses no connection that other calls wait for', async () => {
  asked.own = 0;
  const { text } = await api.call(exportPayIns, { token: tokens.get('stranger')! });
  expect(text.trimEnd().split('\r\n')).toHaveLength(4);
  expect(asked.own).toBeGreaterThan(0);
});

test('an export does not wait for another merchant’s slow export', async () => {
  let goOn = () => {};
  slow = { merchantId: ids.harbour, end: new Promise((resolve) => (goOn = resolve)) };
  const held = api.call(exportPayIns, { token: tokens.get('operator')! });
  const { text } = await api.call(exportPayIns, { token: tokens.get('stranger')! });
  expect(text.trimEnd().split('\r\n')).toHaveLength(4);
  slow = undefined;
  goOn();
  expect((await held).text.trimEnd().split('\r\n')).toHaveLength(rows + 1);
});

test(`exports ${rows} rows and yields to the event loop in between`, { timeout: 120_000 }, async () => {
  let turns = 0;
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const turn = () => {
    turns += 1;
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  // Read immediately and without a socket, so that only the export itself yields.
  const { text } = await api.call(exportPayIns, { token: tokens.get('editor')! });
  isOver = true;
  expect(text.trimEnd().split('\r\n')).toHaveLength(rows + 1);
  expect(turns, 'turns of the event loop').toBeGreaterThan(rows / 500);
  if (isFull) expect(longest, 'milliseconds without a turn').toBeLessThan(100);
});
