import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#testing/open-test-database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';
import { baseline, migrations } from './migrations/migrations.ts';
import { nextMigrations } from '#testing/legacy-schema/next-migrations.ts';
import { openLegacyDatabase } from '#testing/legacy-schema/open-legacy-database.ts';
import { schemaLook } from '#testing/legacy-schema/schema-look.ts';

let database: Database;
beforeAll(async () => void (database = await openTestDatabase('bare')), 180_000);
afterAll(() => database.close());

const names = migrations.map(({ name }) => name);
const recordedIn = async ({ query }: Database) =>
  (await query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).map(({ name }) => name);

test('several instances that start at the same time run each migration once', async () => {
  const ran = await Promise.all([migrate(database), migrate(database), migrate(database)]);
  expect(ran.flat().sort()).toEqual(names);
  expect(await migrate(database)).toEqual([]);
}, 120_000);

describe('a database of the last build before the baseline', () => {
  let legacy: Database;
  beforeAll(async () => void (legacy = await openLegacyDatabase()), 120_000);
  afterAll(() => legacy.close());

  const readTables = () =>
    legacy.query<{ name: string; columns: string }>(
      `SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
       FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations' GROUP BY relname`,
    );
  /** The number of rows of each table and a hash of these columns. */
  const readRows = (tables: readonly { name: string; columns: string }[]) => {
    const counts = tables.map(
      ({ name, columns }) =>
        `SELECT '${name}' AS name, count(*), md5(string_agg(ROW(${columns})::text, '' ORDER BY ROW(${columns})::text)) FROM ${name}`,
    );
    return legacy.query(`${counts.join(' UNION ALL ')} ORDER BY name`);
  };

  test('is rejected with instructions while a migration of that build is missing, and stays unchanged', async () => {
    await legacy.query(`DELETE FROM migrations WHERE name = '0058-reconciliations'`);
    const before = await recordedIn(legacy);
    await expect(migrate(legacy)).rejects.toThrow(
      /^The database was made by an older build, up to migration 0057-book-audits; .* Nothing was changed\. Start a build that still has that migration/,
    );
    expect(await recordedIn(legacy)).toEqual(before);
    await legacy.query(`INSERT INTO migrations (name) VALUES ('0058-reconciliations')`);
  });

  test('is adopted as the baseline by several instances at the same time, and no row changes', async () => {
    const tables = await readTables();
    const before = await readRows(tables);
    const ran = await Promise.all([migrate(legacy), migrate(legacy), migrate(legacy)]);
    expect(ran.flat()).toEqual(names.filter((name) => name !== baseline.name));
    expect(await recordedIn(legacy)).toEqual(names);
    expect(await readRows(tables)).toEqual(before);
    expect(await migrate(legacy)).toEqual([]);
  });

  test('has the same schema as an empty one', async () => {
    expect(await schemaLook(legacy)).toEqual(await schemaLook(database));
  });
});

describe('a database migrated by a newer build', () => {
  afterEach(() => database.query(`DELETE FROM migrations WHERE name LIKE '9%'`));
  const added = nextMigrations.filter(({ name }) => name.startsWith('9'));
  const changed = (needs: string): Migration => ({ name: '9003-changed', sql: 'SELECT 1', needs });

  test('is accepted by an older build when the newer one only added to it', async () => {
    expect(await migrate(database, nextMigrations)).toEqual(added.map(({ name }) => name));
    expect(await migrate(database)).toEqual([]);
    expect(await migrate(database, nextMigrations)).toEqual([]);
  });

  test('is rejected by a build that is too old for one of its migrations, and stays unchanged', async () => {
    await migrate(database, [...migrations, changed('9003-changed')]);
    await expect(migrate(database)).rejects.toThrow(
      'The database holds migration 9003-changed, which works only with builds that know 9003-changed. Nothing was changed. ' +
        'Start such a build, or restore the backup from before the upgrade.',
    );
    expect(await recordedIn(database)).toEqual([...names, '9003-changed'].toSorted());
  });

  test('is accepted by a build that knows the migration that the newer one needs', async () => {
    await migrate(database, [...migrations, changed(names.at(-1) ?? '')]);
    expect(await migrate(database)).toEqual([]);
  });

  test('is accepted when its migrations do not state what they need, as in earlier builds', async () => {
    await database.query('ALTER TABLE migrations DROP COLUMN needs');
    await database.query(`INSERT INTO migrations (name) VALUES ('9999-future')`);
    expect(await migrate(database)).toEqual([]);
    expect(await database.query(`SELECT FROM migrations WHERE needs IS NOT NULL`)).toEqual([]);
  });
});

test('bigints are numbers, or exact bigints beyond 2^53-1, so that no penny is lost silently', async () => {
  expect(await database.query('SELECT 9007199254740991::bigint AS most, 5::bigint AS five')).toEqual([
    { most: 9_007_199_254_740_991, five: 5 },
  ]);
  expect(await database.query('SELECT 9007199254740993::bigint AS more')).toEqual([{ more: 9_007_199_254_740_993n }]);
});

test('a transaction that throws leaves nothing behind', async () => {
  const work = database.transaction(async (queries) => {
    await queries.query(`INSERT INTO server_secrets (name, value) VALUES ('lost', 'x')`);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await database.query(`SELECT FROM server_secrets WHERE name = 'lost'`)).toEqual([]);
});
