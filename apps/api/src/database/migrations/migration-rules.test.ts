import { expect, test } from 'vitest';
import { nextMigrations } from '#testing/landed/next-migrations.ts';
import { type Migration, stepsOf } from './migration.ts';
import { baseline, migrations } from './migrations.ts';

const since = migrations.filter(({ name }) => name !== baseline.name);
const sqlOf = (migration: Migration, steps = stepsOf(migration)) =>
  steps.flatMap((step) => ('sql' in step ? [step.sql] : []));

/** What holds a table for as long as it is large: an index made at once, a change of all its rows, a new type, a look at every row. */
const holdingStatements = [
  /CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\w+\s+ON (\w+)/gi,
  /(?:^|;)\s*UPDATE (\w+)/gi,
  /ALTER TABLE (\w+)[^;]*(?:ALTER COLUMN \w+ (?:SET DATA )?TYPE|SET NOT NULL)/gi,
];

/** The tables that a migration's statements hold although they were there before. */
function heldTables(sql: string): (string | undefined)[] {
  const own = new Set([...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table));
  const held = holdingStatements.flatMap((pattern) => [...sql.matchAll(pattern)].map(([, table]) => table));
  return held.filter((table) => !own.has(table));
}

/** What fails when a step before the last is run again; a table that is there is not made again. */
const onceOnly = (migration: Migration): string[] =>
  sqlOf(
    migration,
    stepsOf(migration)
      .slice(0, -1)
      .filter((step) => !('table' in step)),
  ).flatMap(
    (sql) => sql.match(/\b(?:CREATE TABLE|ADD COLUMN)(?! IF NOT EXISTS)\b/gi) ?? [],
  );

test('no migration after the baseline makes an index on or changes rows of a table that was there before', () => {
  expect(since.flatMap((migration) => sqlOf(migration).flatMap(heldTables))).toEqual([]);
});

test.each([
  'CREATE INDEX payments_by_note ON payments (note)',
  "UPDATE payments SET reference = ''",
  'ALTER TABLE payments ALTER COLUMN reference SET NOT NULL',
])('“%s” is found to hold its table', (sql) => {
  expect(heldTables(sql)).toEqual(['payments']);
  expect(heldTables(`CREATE TABLE payments (); ${sql}`)).toEqual([]);
});

/** Tables of merchants that a plain step makes: where the others are spread over servers, this one would not be. */
const unspreadTables = (sql: string): (string | undefined)[] =>
  [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+) \(\s*merchant_id/gi)].map(([, table]) => table);

test('tables of merchants are made by steps that a distributed database knows', () => {
  const later = nextMigrations.slice(nextMigrations.findIndex(({ name }) => name === '0130-beside'));
  const plain = later.flatMap(stepsOf).flatMap((step) => ('sql' in step && !('table' in step) ? [step.sql] : []));
  expect(later.length).toBeGreaterThan(0);
  expect(plain.flatMap(unspreadTables)).toEqual([]);
  expect(unspreadTables('CREATE TABLE notes (\n merchant_id uuid NOT NULL)')).toEqual(['notes']);
});

test('every migration after the baseline may be taken up again after a crash between its steps', () => {
  expect([...since, ...nextMigrations].flatMap(onceOnly)).toEqual([]);
  const steps = [{ sql: 'ALTER TABLE payments ADD COLUMN note text' }, { index: 'by_note', on: 'payments (note)' }];
  expect(onceOnly({ name: 'planted', steps })).toEqual(['ADD COLUMN']);
});
