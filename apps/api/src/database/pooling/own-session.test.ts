import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';

let database: Database;
beforeAll(async () => void (database = await openTestDatabase('bare')));
afterAll(() => database.close());

// oxlint-disable-next-line node/no-process-env -- the test run names its PostgreSQL here; the embedded database is one process
const url = process.env['TEST_DATABASE_URL'];

test.runIf(url)('a statement uses no parallel workers, however cheap they would be', async () => {
  const plan = await database.transaction(async ({ query, run }) => {
    await run(
      'SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0; SET LOCAL min_parallel_table_scan_size = 0',
    );
    return query('EXPLAIN SELECT count(*) FROM pg_attribute');
  });
  expect(JSON.stringify(plan)).toContain('Scan');
  expect(JSON.stringify(plan)).not.toContain('Gather');
});
