import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { dailyWork, workers } from '#workers.ts';
import { claimWork, enqueueWork } from './due-work.ts';
import { createDueWorkRunner } from './run-due-work.ts';
import type { Worker } from './worker.ts';

let database: Database;
let api: TestApp;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
});
beforeEach(() => database.query('DELETE FROM due_work'));
afterAll(() => database.close());

const payer = 'pia.payer@example.com';

/** A worker that fails while `isBroken()` returns true. */
function planted(isBroken: () => boolean, more: Partial<Worker> = {}) {
  const seen = { runs: 0 };
  const worker: Worker = {
    kind: 'PLANTED',
    ...more,
    run: async () => {
      seen.runs += 1;
      if (isBroken()) throw new TypeError(`invalid input for ${payer}, Bearer volume_secret ${'x'.repeat(5_000)}`);
    },
  };
  return { worker, seen };
}

const enqueue = () =>
  enqueueWork(database, () => crypto.randomUUID(), {
    kind: 'PLANTED',
    merchantId: null,
    objectId: null,
    dueAt: api.services.clock.now(),
  });

/** Looks for due work every five minutes, the longest pause between two retries. */
async function look(worker: Worker, times: number): Promise<void> {
  for (let each = 0; each < times; each++) {
    await createDueWorkRunner(api.services, [worker]).finish();
    api.pass({ minutes: 5 });
  }
}

interface FailedRow {
  failures: number;
  last_error: string | null;
  dead_at: Date | null;
}
const rows = () => database.query<FailedRow>('SELECT failures, last_error, dead_at FROM due_work ORDER BY work_id');
const gauges = async () => (await api.app.request('/metrics')).text();

test('dead-letters a job after 50 consecutive failures, and keeps it with its last error', async () => {
  const { worker, seen } = planted(() => true);
  await enqueue();
  await look(worker, 60);
  expect(seen.runs).toBe(50);
  const [row] = await rows();
  expect(row).toMatchObject({ failures: 50, dead_at: expect.any(Date) });
  expect(row?.last_error).toMatch(/^TypeError at .*failed-work\.test\.ts:\d+/);
  expect(row?.last_error).not.toMatch(/pia|volume_secret|xxx/);
  expect(row?.last_error?.length).toBeLessThanOrEqual(200);
  expect(await gauges()).toContain('due_work_dead{kind="PLANTED"} 1\n');
  expect(api.logLines.filter((line) => line.includes('due work dead-lettered'))).toHaveLength(1);
});

test('counts consecutive failures: a successful try in between resets the count', async () => {
  let runs = 0;
  const sometimes: Worker = {
    kind: 'PLANTED',
    run: async (services) => {
      runs += 1;
      if (runs % 40 !== 0) throw new Error('not yet');
      return { againAt: services.clock.now() };
    },
  };
  await enqueue();
  await look(sometimes, 100);
  expect(runs).toBeGreaterThan(99);
  expect(await rows()).toMatchObject([{ dead_at: null }]);
});

test('shows a job that fails before it is given up', async () => {
  const { worker } = planted(() => true);
  await enqueue();
  await look(worker, 9);
  expect(await gauges()).toContain('due_work_failing{kind="PLANTED"} 0\n');
  await look(worker, 1);
  expect(await gauges()).toContain('due_work_failing{kind="PLANTED"} 1\n');
  expect(await gauges()).toContain('due_work_dead{kind="PLANTED"} 0\n');
});

test('dead-letters a job that ends the process each time it runs', async () => {
  const { worker, seen } = planted(() => false);
  await enqueue();
  for (let each = 0; each < 50; each++) {
    await claimWork(database, { clock: api.services.clock, lease: 60_000, rooms: [{ kind: 'PLANTED', room: 1 }] });
    api.pass({ minutes: 2 });
  }
  await look(worker, 2);
  expect(seen.runs).toBe(0);
  expect(await rows()).toMatchObject([
    { last_error: expect.stringContaining('ProcessEnded'), dead_at: expect.any(Date) },
  ]);
});

test('never gives up daily work, so that one bad week does not end it', () => {
  const limits = dailyWork.map(({ kind }) => workers.find((worker) => worker.kind === kind)?.mostFailures);
  expect(limits).toEqual(dailyWork.map(() => Infinity));
});

test(
  'asks about a payout again after its provider was unavailable for two days, and settles it',
  { timeout: 60_000 },
  async () => {
    const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
    const account = { payInAccountId: 1, currency: 'GBP', provider: 'OPTIMUS' } as const;
    const books = await seedAccount(api.services, { ...params, ...account });
    await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount: 100_000 });
    await database.query('DELETE FROM due_work');
    const { providers } = api.services;
    const real = { ...providers };
    const away = async () => Promise.reject(new Error('connect ETIMEDOUT'));
    Object.assign(providers, { submit: away, ask: away });
    const made = await api.call(makePayout, {
      params,
      body: { payInAccountId: 1, amount: 1 },
      token: await signInAs(api, 'editor'),
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    const { payoutPaymentId } = made.value();
    const status = async () =>
      (await database.query('SELECT status FROM outbound_payments WHERE payout_payment_id = $1', [payoutPaymentId]))[0];
    for (let each = 0; each < (48 * 60) / 5; each++) {
      await api.runDueWork();
      api.pass({ minutes: 5 });
    }
    expect(await status()).toEqual({ status: 'IN_PROGRESS' });
    expect(await gauges()).toContain('due_work_failing{kind="PAYOUT_ASK"} 1\n');
    Object.assign(providers, real);
    for (let each = 0; each < 30; each++) {
      await api.runDueWork();
      api.pass({ minutes: 5 });
    }
    expect(await status()).toEqual({ status: 'PROCESSED' });
  },
);
