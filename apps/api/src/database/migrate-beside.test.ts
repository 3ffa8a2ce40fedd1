import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { stepsOf } from './migrations/migration.ts';
import { baseline } from './migrations/migrations.ts';
import { legacyStatements } from '#testing/legacy-schema/legacy-statements.ts';
import { nextMigrations } from '#testing/legacy-schema/next-migrations.ts';
import { openLegacyDatabase } from '#testing/legacy-schema/open-legacy-database.ts';

const since = nextMigrations.filter(({ name }) => name !== baseline.name);
/** Longer than a step waits for its table's lock, with a margin for a busy machine. */
const longestWait = 5_000;

let database: Database;
beforeEach(async () => void (database = await openLegacyDatabase()), 120_000);
afterEach(() => database.close());

// oxlint-disable-next-line node/no-process-env -- the test run names its PostgreSQL here; the embedded database has one connection
const url = process.env['TEST_DATABASE_URL'];

test.runIf(url)(
  'the previous build keeps writing and reading while its database is adopted and newer migrations run, and afterwards',
  async () => {
    const ask = legacyStatements(database);
    for (let round = 0; round < 20; round++) await ask();
    let isRunning = true;
    const migrating = migrate(database, nextMigrations).finally(() => (isRunning = false));
    const waits: number[] = [];
    do {
      const began = performance.now();
      await ask();
      waits.push(performance.now() - began);
    } while (isRunning);
    expect(await migrating).toEqual(since.map(({ name }) => name));
    expect(Math.max(...waits)).toBeLessThan(longestWait);
    for (let round = 0; round < 20; round++) await ask();
  },
);

test.runIf(url)('a migration that waits for a locked table does not block other queries on it', async () => {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const holding = database.transaction(async (queries) => {
    await queries.run('LOCK TABLE activity, due_work, webhook_deliveries, accounts IN ROW EXCLUSIVE MODE');
    await released;
  });
  const migrating = migrate(database, nextMigrations);
  const ask = legacyStatements(database);
  for (let round = 0; round < 5; round++) await ask();
  letGo();
  await holding;
  expect(await migrating).toEqual(since.map(({ name }) => name));
});

test('rebuilds an index that a crash left incomplete', async () => {
  const made = since.flatMap(stepsOf).flatMap((step) => ('index' in step ? [step.index] : []));
  await migrate(database, nextMigrations);
  const invalid = await database.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid`,
  );
  expect(invalid).toEqual([]);
  const found = await database.query(`SELECT indexname FROM pg_indexes WHERE indexname = ANY($1::text[])`, [made]);
  expect(found).toHaveLength(made.length);
});
