import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#testing/open-test-database.ts';
import type { Database } from './database.ts';
import { foldText } from './fold-text.ts';
import { migrate } from './migrate.ts';
import { plainLetters } from './migrations/0027-plain-letters.ts';
import { migrations } from './migrations/migrations.ts';

let database: Database;
beforeAll(async () => void (database = await openTestDatabase()), 180_000);
afterAll(() => database.close());

test('several instances that start at once run each migration once', async () => {
  await database.run('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const ran = await Promise.all([migrate(database), migrate(database), migrate(database)]);
  expect(ran.flat().sort()).toEqual(migrations.map(({ name }) => name));
  expect(await migrate(database)).toEqual([]);
}, 120_000);

test('what was made searchable before is folded as a search is now', async () => {
  const [before, plain] = ['łøđðħıßæœþ 陈', 'walsh'];
  const insert =
    'INSERT INTO payer_search (merchant_id, payer_key, text) VALUES (gen_random_uuid(), gen_random_uuid(), $1)';
  for (const text of [before, plain]) await database.query(insert, [text]);
  await database.run(plainLetters);
  const rows = await database.query('SELECT text FROM payer_search ORDER BY text');
  expect(rows).toEqual([{ text: foldText(before) }, { text: plain }]);
});

test('a database of a newer build is refused', async () => {
  await database.query(`INSERT INTO migrations (name) VALUES ('9999-future')`);
  await expect(migrate(database)).rejects.toThrow('9999-future');
  await database.query(`DELETE FROM migrations WHERE name = '9999-future'`);
});

test('bigints are numbers, and beyond 2^53-1 exact bigints: no penny is lost in silence', async () => {
  expect(await database.query('SELECT 9007199254740991::bigint AS most, 5::bigint AS five')).toEqual([
    { most: 9_007_199_254_740_991, five: 5 },
  ]);
  expect(await database.query('SELECT 9007199254740993::bigint AS more')).toEqual([{ more: 9_007_199_254_740_993n }]);
});

test('a transaction that throws leaves nothing', async () => {
  const work = database.transaction(async (queries) => {
    await queries.query(`INSERT INTO server_secrets (name, value) VALUES ('lost', 'x')`);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await database.query(`SELECT FROM server_secrets WHERE name = 'lost'`)).toEqual([]);
});
