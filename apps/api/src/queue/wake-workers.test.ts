import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { carryByNotifications } from '#database/changes/carrier.ts';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { enqueueWork } from './due-work.ts';
import { keepRunning, type Loop } from './keep-running.ts';
import { keepWorking } from './run-due-work.ts';

let database: Database;
const loops: Loop[] = [];
beforeAll(async () => {
  database = await openPeople();
});
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  await database.query('DELETE FROM due_work');
});
afterAll(() => database.close());

/** So long that polling would not find a job in time. */
const never = 3_600_000;

/** Runs jobs of the kind PLANTED in this process, and returns which ones have run. */
function work({ services }: TestApp): string[] {
  const ran: string[] = [];
  const run = async (_: unknown, { workId }: { workId: string }) => void ran.push(workId);
  const loop = keepWorking(services, [{ kind: 'PLANTED', run }], never);
  services.changes?.onJobs(loop.wake);
  loops.push(loop);
  return ran;
}
async function enqueue({ services }: TestApp, fails = false): Promise<string> {
  const jobId = crypto.randomUUID();
  const work = { kind: 'PLANTED', merchantId: null, objectId: null, dueAt: services.clock.now() };
  const added = services.database.transaction(async (queries) => {
    await enqueueWork(queries, () => jobId, work);
    if (fails) throw new Error('rolled back');
  });
  if (fails) await expect(added).rejects.toThrow('rolled back');
  else await added;
  return jobId;
}

test('a job runs right after the commit that added it', async () => {
  const app = createTestApp(database);
  const ran = work(app);
  const jobId = await enqueue(app);
  await expect.poll(() => ran).toEqual([jobId]);
});

test('control: without the notification, it waits for the next poll', async () => {
  const app = createTestApp(database);
  const ran = work(app);
  const { wakeWorkers: _, ...deaf } = app.services.database;
  await enqueueWork(deaf, () => crypto.randomUUID(), {
    kind: 'PLANTED',
    merchantId: null,
    objectId: null,
    dueAt: app.services.clock.now(),
  });
  const other = createTestApp(database);
  const heard = work(other);
  await enqueue(other);
  await expect.poll(() => heard.length).toBe(2);
  expect(ran).toEqual([]);
});

test('a transaction that is rolled back wakes no worker', async () => {
  const app = createTestApp(database);
  let woken = 0;
  app.services.changes?.onJobs(() => (woken += 1));
  await enqueue(app, true);
  expect(woken).toBe(0);
  await enqueue(app);
  expect(woken).toBe(1);
});

test('a wake-up during a poll is followed by another poll, and many wake-ups by one', async () => {
  const ends: (() => void)[] = [];
  const begin = () => new Promise<number>((resolve) => ends.push(() => resolve(0)));
  const runner = { begin, finish: begin, stop: async () => undefined };
  const app = createTestApp(database);
  const loop = keepRunning(app.services, { what: 'work', pause: never, create: () => runner });
  loop.wake();
  await expect.poll(() => ends.length).toBe(1);
  for (let each = 0; each < 100; each++) loop.wake();
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  const stopped = loop.stop();
  ends[1]?.();
  await stopped;
  expect(ends).toHaveLength(2);
});

const given = process.env['TEST_DATABASE_URL'];

// Notifications need PostgreSQL.
test.runIf(given)('a worker in another process is notified through the database', async () => {
  const [{ name } = { name: '' }] = await database.query<{ name: string }>('SELECT current_database() AS name');
  const url = Object.assign(new URL(given ?? ''), { pathname: `/${name}` }).href;
  const open = () => createTestApp(database, { live: { carry: (hear) => carryByNotifications(url, hear) } });
  const [web, worker] = [open(), open()];
  await expect
    .poll(() => [web, worker].map(({ services }) => services.changes?.isNotifiedOfJobs()))
    .toEqual([true, true]);
  const ran = work(worker);
  for (let each = 1; each <= 5; each++) {
    await enqueue(web);
    await expect.poll(() => ran.length).toBe(each);
  }
  for (const { services } of [web, worker]) await services.changes?.stop();
});

test('every place that adds jobs wakes the workers', () => {
  const source = join(import.meta.dirname, '..');
  const silent = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^(testing|sample-data)\/|migrations\//.test(path))
    .filter((path) => {
      const text = readFileSync(join(source, path), 'utf8');
      return text.includes('INSERT INTO due_work') && !text.includes('wakeWorkers?.()');
    });
  // These run at startup, before the workers.
  expect(silent.toSorted()).toEqual(['core/mail/seal-waiting-mails.ts', 'queue/worker.ts']);
});
