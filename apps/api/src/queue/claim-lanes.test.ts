import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Queries } from '#database/database.ts';
import { sql, type Sql, toStatement } from '#database/sql.ts';
import { openPeople } from '#testing/open-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { claimLanes } from './claim-lanes.ts';

let database: Database;
let api: TestApp;
beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
});
beforeEach(() => database.query('DELETE FROM due_work'));
afterAll(() => database.close());

interface Sendings {
  to: string;
  lanes?: number;
  each?: number;
  /** Minutes from now until they are due. */
  dueIn: number;
}

async function fill({ to, lanes = 1, each = 1, dueIn }: Sendings): Promise<void> {
  const dueAt = new Date(api.services.clock.now().getTime() + dueIn * 60_000);
  await database.query(
    sql`INSERT INTO due_work (work_id, kind, merchant_id, object_id, due_at, lane)
      SELECT gen_random_uuid(), 'WEBHOOK_SEND', gen_random_uuid(), gen_random_uuid(), ${dueAt}::timestamptz,
        'https://' || ${to}::text || (g % ${lanes}::integer) || '.example.com'
      FROM generate_series(1, ${lanes * each}::integer) AS g`,
  );
}

const claim = (queries: Queries) =>
  claimLanes(queries, {
    clock: api.services.clock,
    lease: 60_000,
    most: 128,
    perLane: 4,
    perMerchant: 32,
    underWay: [],
    isSuspect: false,
  });

/** The pages of tables and indexes that a statement reads. */
async function pagesOf(statement: Sql | string): Promise<number> {
  const { text, values } = toStatement(statement);
  const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  );
  const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = row?.['QUERY PLAN'][0].Plan ?? {};
  return hit + read;
}

async function pagesOfClaim(): Promise<number> {
  let pages = 0;
  await claim({
    ...database,
    query: async (statement) => {
      pages += await pagesOf(statement);
      return [];
    },
  });
  return pages;
}

test('addresses that wait for their next attempt cost a claim nothing', async () => {
  await fill({ to: 'waits-', lanes: 2_000, dueIn: 60 });
  expect(await claim(database)).toEqual([]);
  expect(await pagesOfClaim()).toBeLessThan(200);
});

test('control: a claim that visits every address reads more pages than there are addresses', async () => {
  await fill({ to: 'waits-', lanes: 2_000, dueIn: 60 });
  const visit = sql`WITH RECURSIVE lanes AS (
      (SELECT lane FROM due_work WHERE lane IS NOT NULL ORDER BY lane LIMIT 1)
      UNION ALL SELECT (SELECT w.lane FROM due_work AS w WHERE w.lane > l.lane ORDER BY w.lane LIMIT 1) FROM lanes AS l
      WHERE l.lane IS NOT NULL)
    SELECT count(*) FROM lanes`;
  expect(await pagesOf(visit)).toBeGreaterThan(2_000);
});

test('finds due deliveries for each address, also behind thousands of older ones for another', async () => {
  await fill({ to: 'flooded-', each: 6_000, dueIn: -60 });
  await fill({ to: 'calm-', lanes: 3, dueIn: -1 });
  await fill({ to: 'waits-', lanes: 50, dueIn: 60 });
  const lanes = (await claim(database)).map(({ lane }) => lane);
  expect(lanes.toSorted()).toEqual([
    ...[0, 1, 2].map((each) => `https://calm-${each}.example.com`),
    ...Array.from({ length: 4 }, () => 'https://flooded-0.example.com'),
  ]);
});
