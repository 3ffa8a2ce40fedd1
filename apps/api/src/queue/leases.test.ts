import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Clock } from '#core/services.ts';
import type { Database, Queries } from '#database/database.ts';
import { sql, type Sql } from '#database/sql.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { claimSql, claimWork, enqueueWork } from './due-work.ts';

let database: Database;
let api: TestApp;
beforeAll(async () => {
  database = await openPeople();
});
beforeEach(async () => {
  api = createTestApp(database);
  await database.query('DELETE FROM due_work');
});
afterAll(() => database.close());

const minute = 60_000;
/** A job that has been due for two minutes, or for so many fewer seconds. */
const enqueue = (later = 0) =>
  enqueueWork(database, () => crypto.randomUUID(), {
    kind: 'PLANTED',
    merchantId: null,
    objectId: null,
    dueAt: new Date(api.services.clock.now().getTime() - 2 * minute + later * 1000),
  });

/** A host whose clock differs from that of the others by this many seconds. */
function host(seconds: number): Clock {
  const { clock } = api.services;
  return { ...clock, now: () => new Date(clock.now().getTime() + seconds * 1000) };
}
const claimOf = (clock: Clock, room = 1) => ({ clock, lease: minute, rooms: [{ kind: 'PLANTED', room }] });
const claim = async (clock: Clock) => (await claimWork(database, claimOf(clock))).length;

/** A claim whose leases use the hosts' own clocks. */
const claimByOwnClock = async (clock: Clock) => {
  const now = clock.now();
  const until = new Date(now.getTime() + minute);
  const claimed = await database.query(
    sql`UPDATE due_work SET claimed_until = ${until} WHERE claimed_until IS NULL OR claimed_until <= ${now} RETURNING work_id`,
  );
  return claimed.length;
};

test('hosts with different clocks run a job once until its lease expires', async () => {
  await enqueue();
  expect(await claim(host(0))).toBe(1);
  for (const seconds of [-90, -5, 5, 90]) expect(await claim(host(seconds)), `${seconds} s`).toBe(0);
  api.pass({ minutes: 1 });
  expect(await claim(host(-90))).toBe(1);
  for (const seconds of [0, 5, 90]) expect(await claim(host(seconds)), `after ${seconds} s`).toBe(0);
});

test('control: with leases by the hosts’ own clocks, the host that is ahead runs it too', async () => {
  await enqueue();
  expect(await claimByOwnClock(host(0))).toBe(1);
  expect(await claimByOwnClock(host(90))).toBe(1);
});

/** The plan that PostgreSQL chooses when it runs the inner statement once for each row of the table. */
async function withNestedLoops<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
  return database.transaction(async (queries) => {
    for (const kind of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
      await queries.run(`SET LOCAL enable_${kind} = off`);
    return work(queries);
  });
}

test('a claim takes no more jobs than there is room for, with any plan', async () => {
  for (let each = 0; each < 5; each++) await enqueue();
  const statement = claimSql(claimOf(host(0), 2));
  expect(await withNestedLoops(({ query }) => query(statement))).toHaveLength(2);
});

test('control: a claim by IN takes more when its inner statement runs again', async () => {
  // In the order in which they are due, so that each run of the inner statement finds the next ones.
  for (let each = 0; each < 5; each++) await enqueue(each);
  const statement: Sql = sql`UPDATE due_work SET attempts = attempts + 1 WHERE work_id IN (
    SELECT work_id FROM due_work WHERE lane IS NULL AND kind = 'PLANTED' ORDER BY due_at, work_id LIMIT 2 FOR UPDATE SKIP LOCKED) RETURNING work_id`;
  expect((await withNestedLoops(({ query }) => query(statement))).length).toBeGreaterThan(2);
});
