import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';
import { besideMerchants, listMerchantTables } from './distribute.ts';

let database: Database;
let tables: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  tables = await listMerchantTables(database);
});
afterAll(() => database.close());

test("every unique index of a merchants' table begins with the merchant", async () => {
  const rows = await database.query<{ name: string; first: string }>(
    `SELECT i.indexrelid::regclass::text AS name, a.attname AS first FROM pg_index AS i
       JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
     WHERE i.indisunique AND i.indrelid::regclass::text = ANY ($1::text[])`,
    [tables],
  );
  expect(rows.length).toBeGreaterThan(tables.length);
  expect(rows.filter(({ first }) => first !== 'merchant_id')).toEqual([]);
});

test("merchants' tables reference each other only within one merchant", async () => {
  const keys = await database.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text = ANY ($1::text[]) AND confrelid::regclass::text = ANY ($1::text[])`,
    [tables],
  );
  expect(keys.length).toBeGreaterThan(10);
  expect(keys.filter(({ definition }) => !/^FOREIGN KEY \(merchant_id\b/.test(definition))).toEqual([]);
});

test('no row trigger includes TRUNCATE, because Citus would not create it on shards', async () => {
  const [row, emptied] = [4 + 8 + 16, 32];
  const triggers = await database.query<{ name: string; type: number }>(
    `SELECT tgname AS name, tgtype AS type FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text = ANY ($1::text[])`,
    [tables],
  );
  expect(triggers.filter(({ type }) => (type & row) > 0).length).toBeGreaterThan(10);
  expect(triggers.filter(({ type }) => (type & emptied) > 0 && (type & row) > 0)).toEqual([]);
});

test('docs/distribution.md explains every table that stays on one server', async () => {
  const all = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  const page = readFileSync(new URL('../../../../../docs/distribution.md', import.meta.url), 'utf8');
  const stay = all.map(({ name }) => name).filter((name) => !tables.includes(name));
  expect(stay.length).toBeGreaterThan(10);
  expect(stay.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  expect(besideMerchants.every((name) => tables.includes(name))).toBe(true);
});
