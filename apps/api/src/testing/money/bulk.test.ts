import { type BulkJob, getBulkJob, prepareBulkJob, startBulkJob, stopBulkJob } from '@volume/contract/bulk/bulk.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Queries } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import type { Books } from '#ledger/transfer.ts';
import { openPeople } from '#testing/open-people.ts';
import { readBooks, seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { createNaiveTwin } from './naive-twin.ts';
import { type RealServer, startRealServer } from './real-server.ts';

const isFull = process.env['TEST_COUNTS'] === 'full';
const testDatabaseUrl = process.env['TEST_DATABASE_URL'];
const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const settings = { signInsPerMinute: 1_000_000 };
const list = (length: number) => Array.from({ length }, (_, index) => index);

let database: Database;
let api: TestApp;
let token: string;
let books: Books;
let accounts = 0;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database, { settings });
});
beforeEach(async () => {
  api.pass({ hours: 25 });
  await begin();
});
afterAll(() => database.close());

/** A new account and session, at the current clock. */
async function begin(): Promise<void> {
  token = await signInAs(api, 'editor');
  accounts += 1;
  books = await seedAccount(api.services, { ...params, payInAccountId: accounts, currency: 'GBP' });
}

async function prepare(count: number): Promise<{ bulkJobId: string; payments: string[] }> {
  const payments: string[] = [];
  for (const _ of list(count)) {
    payments.push(await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100 }));
  }
  // Ordered by id, like the list.
  const body = { kind: 'REFUND', ids: payments };
  const job = (await api.call(prepareBulkJob, { params, body, token })).value();
  return { bulkJobId: job.bulkJobId, payments };
}
const start = (bulkJobId: string, key: string = crypto.randomUUID()) =>
  api.call(startBulkJob, { params: { ...params, bulkJobId }, token, headers: { 'idempotency-key': key } });
const read = async (bulkJobId: string): Promise<BulkJob> =>
  (await api.call(getBulkJob, { params: { ...params, bulkJobId }, token })).value();

function another(on: Database = database): TestApp {
  const app = createTestApp(on, { settings });
  app.pass({ hours: (api.services.clock.now().getTime() - app.services.clock.now().getTime()) / 3_600_000 });
  return app;
}

/** Claims of a process that died expire after two minutes; then the job runs to its end. */
async function takeUp(bulkJobId: string): Promise<BulkJob> {
  for (;;) {
    api.pass({ minutes: 2 });
    await api.runDueWork();
    const job = await read(bulkJobId);
    if (job.endedAtUtc !== null) return job;
  }
}

const refundsOf = (payments: readonly string[]) =>
  database.query(
    `SELECT r.payment_id FROM refunds r WHERE r.payment_id = ANY($1::uuid[]) AND r.amount = 100 AND r.status = 'PROCESSED'`,
    [payments],
  );

/** Every payment was refunded exactly once, every row reports it, and the books agree. */
async function expectOnce({ payments, job }: { payments: string[]; job: BulkJob }): Promise<void> {
  expect(job).toMatchObject({ state: 'DONE', groups: [{ state: 'DONE', count: payments.length }] });
  for (const minutes of [1, 2, 5]) {
    api.pass({ minutes });
    await api.runDueWork();
  }
  const refunded = (await refundsOf(payments)).map((row) => String(row['payment_id']));
  expect(refunded.toSorted()).toEqual(payments.toSorted());
  expect(await readBooks(database, books)).toMatchObject({ AVAILABLE: 0, PENDING_OUT: 0 });
}

/**
 * The database of a process that dies at a boundary: before a statement (also inside a transaction), or between a
 * commit and its response.
 */
function dyingAt(boundary: number): { database: Database; hasDied: () => boolean } {
  let passed = 0;
  const live = () => {
    passed += 1;
    if (passed > boundary) throw new Error('The process died.');
  };
  const queries = (of: Queries): Queries => ({
    query: async (text, parameters) => (live(), of.query(text, parameters)),
    run: async (text) => (live(), of.run(text)),
  });
  const dying: Database = {
    ...database,
    ...queries(database),
    transaction: async (work) => {
      live();
      const done = await database.transaction((inner) => work(queries(inner)));
      live();
      return done;
    },
  };
  return { database: dying, hasDied: () => passed > boundary };
}

test(
  'a job that is killed at any boundary and continued refunds every payment once',
  { timeout: 600_000 },
  async () => {
    const step = isFull ? 1 : 9;
    let reached = 0;
    for (let boundary = step === 1 ? 0 : 4; ; boundary += step) {
      const { bulkJobId, payments } = await prepare(3);
      await start(bulkJobId);
      const dying = dyingAt(boundary);
      await another(dying.database)
        .runDueWork()
        .catch(() => undefined);
      const job = await takeUp(bulkJobId);
      await expectOnce({ payments, job });
      if (!dying.hasDied()) break;
      reached = boundary;
      api.pass({ hours: 25 });
      await begin();
    }
    // A single row has about twenty boundaries.
    expect(reached).toBeGreaterThan(40);
    expect(await audit(database)).toEqual([]);
  },
);

test('ten concurrent instances process every row exactly once', { timeout: 120_000 }, async () => {
  const { bulkJobId, payments } = await prepare(isFull ? 100 : 12);
  await start(bulkJobId);
  // As after an expired lease: several workers claim the same job.
  const [work] = await database.query<{ kind: string }>(`SELECT kind FROM due_work WHERE object_id = $1`, [bulkJobId]);
  for (const _ of list(9)) {
    await database.query(
      `INSERT INTO due_work (work_id, kind, merchant_id, object_id, payload, due_at) VALUES ($1, $2, $3, $4, '{}', $5)`,
      [crypto.randomUUID(), work?.kind ?? '', ids.harbour, bulkJobId, api.services.clock.now()],
    );
  }
  await Promise.all(list(10).map(() => another().runDueWork()));
  await expectOnce({ payments, job: await takeUp(bulkJobId) });
  expect(await audit(database)).toEqual([]);
});

test('twenty starts with one key and twenty with different keys start one job', async () => {
  const { bulkJobId, payments } = await prepare(2);
  const key = crypto.randomUUID();
  const same = await Promise.all(list(20).map(() => start(bulkJobId, key)));
  expect(new Set(same.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const others = await Promise.all(list(20).map(() => start(bulkJobId)));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await database.query(`SELECT FROM due_work WHERE object_id = $1`, [bulkJobId])).toHaveLength(1);
  await expectOnce({ payments, job: await takeUp(bulkJobId) });
});

test(
  'a row of a job that is stopped while it runs is either done and refunded, or neither',
  { timeout: 120_000 },
  async () => {
    for (const _ of list(isFull ? 50 : 3)) {
      const { bulkJobId, payments } = await prepare(12);
      await start(bulkJobId);
      const stop = () => api.call(stopBulkJob, { params: { ...params, bulkJobId }, token });
      await Promise.all([another().runDueWork(), another().runDueWork(), stop()]);
      const job = await takeUp(bulkJobId);
      const countOf = (state: string) => job.groups.find((group) => group.state === state)?.count ?? 0;
      expect(countOf('DONE') + countOf('STOPPED')).toBe(12);
      await api.runDueWork();
      expect(await refundsOf(payments)).toHaveLength(countOf('DONE'));
      api.pass({ hours: 25 });
      await begin();
    }
    expect(await audit(database)).toEqual([]);
  },
);

test('checking whether a row is done and then doing it does it twice (naive twin)', async () => {
  const twin = await createNaiveTwin(database, 1_000_000);
  const row = crypto.randomUUID();
  await Promise.all(list(10).map(() => twin.takeOnce(row, 100)));
  expect(await twin.taken()).toBeGreaterThan(database.kind === 'postgres' ? 100 : 0);
});

// Killing needs a separate process that shares the data; the embedded database runs in this process.
describe.runIf(testDatabaseUrl)('the real server, killed while it runs a job', () => {
  let server: RealServer | null = null;
  afterAll(() => server?.kill());

  test('neither repeats nor skips a row', { timeout: 120_000 }, async () => {
    const [{ name } = { name: '' }] = await database.query<{ name: string }>('SELECT current_database() AS name');
    const url = new URL(testDatabaseUrl ?? '');
    url.pathname = `/${name}`;
    // The server uses the real time.
    api.pass({ seconds: (Date.now() - api.services.clock.now().getTime()) / 1000 });
    await begin();
    const { bulkJobId, payments } = await prepare(60);
    await start(bulkJobId);
    server = await startRealServer(url.href);
    const done = async () =>
      (await database.query(`SELECT FROM bulk_items WHERE bulk_job_id = $1 AND state = 'DONE'`, [bulkJobId])).length;
    while ((await done()) < 7);
    await server.kill();
    expect(await done()).toBeLessThan(60);
    await expectOnce({ payments, job: await takeUp(bulkJobId) });
    expect(await audit(database)).toEqual([]);
  });
});
