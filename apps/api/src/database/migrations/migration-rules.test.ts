import { expect, test } from 'vitest';
import { nextMigrations } from '#testing/legacy-schema/next-migrations.ts';
import { type Migration, stepsOf } from './migration.ts';
import { baseline, migrations } from './migrations.ts';

const since = migrations.filter(({ name }) => name !== baseline.name);
const sqlOf = (migration: Migration, steps = stepsOf(migration)) =>
  steps.flatMap((step) => ('sql' in step ? [step.sql] : []));

/**
 * Statements that lock a table for a time that grows with its size: a plain index build, an update of all rows, a type
 * change, a scan of all rows.
 */
const holdingStatements = [
  /CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\w+\s+ON (\w+)/gi,
  /(?:^|;)\s*UPDATE (\w+)/gi,
  /ALTER TABLE (\w+)[^;]*(?:ALTER COLUMN \w+ (?:SET DATA )?TYPE|SET NOT NULL)/gi,
];

/** The existing tables that a migration's statements lock. */
function heldTables(sql: string): (string | undefined)[] {
  const own = new Set([...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table));
  const held = holdingStatements.flatMap((pattern) => [...sql.matchAll(pattern)].map(([, table]) => table));
  return held.filter((table) => !own.has(table));
}

/** Statements that fail when a step before the last runs again; creating an existing table is skipped. */
const onceOnly = (migration: Migration): string[] =>
  sqlOf(
    migration,
    stepsOf(migration)
      .slice(0, -1)
      .filter((step) => !('table' in step)),
  ).flatMap(
    (sql) => sql.match(/\b(?:CREATE TABLE|ADD COLUMN)(?! IF NOT EXISTS)\b/gi) ?? [],
  );

test('no migration after the baseline builds an index on or changes rows of an existing table in a plain step', () => {
  expect(since.flatMap((migration) => sqlOf(migration).flatMap(heldTables))).toEqual([]);
});

test.each([
  'CREATE INDEX payments_by_note ON payments (note)',
  "UPDATE payments SET reference = ''",
  'ALTER TABLE payments ALTER COLUMN reference SET NOT NULL',
])('“%s” is recognised as locking its table', (sql) => {
  expect(heldTables(sql)).toEqual(['payments']);
  expect(heldTables(`CREATE TABLE payments (); ${sql}`)).toEqual([]);
});

/** Merchants' tables created by a plain step, which would not be distributed like the others. */
const unspreadTables = (sql: string): (string | undefined)[] =>
  [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+) \(\s*merchant_id/gi)].map(([, table]) => table);

test("merchants' tables are created by steps that support a distributed database", () => {
  const later = nextMigrations.slice(nextMigrations.findIndex(({ name }) => name === '0130-beside'));
  const plain = later.flatMap(stepsOf).flatMap((step) => ('sql' in step && !('table' in step) ? [step.sql] : []));
  expect(later.length).toBeGreaterThan(0);
  expect(plain.flatMap(unspreadTables)).toEqual([]);
  expect(unspreadTables('CREATE TABLE notes (\n merchant_id uuid NOT NULL)')).toEqual(['notes']);
});

test('every migration after the baseline can be resumed after a crash between its steps', () => {
  expect([...since, ...nextMigrations].flatMap(onceOnly)).toEqual([]);
  const steps = [{ sql: 'ALTER TABLE payments ADD COLUMN note text' }, { index: 'by_note', on: 'payments (note)' }];
  expect(onceOnly({ name: 'planted', steps })).toEqual(['ADD COLUMN']);
});

/** Earlier migrations were released before the rules below existed. */
const lastUnchecked = '0148-time-of-a-payment';
const checked = migrations.filter(({ name }) => name > lastUnchecked);

/** The actions of every ALTER TABLE on an existing table, split at commas outside of brackets. */
function alterations(sql: string): string[] {
  const own = new Set([...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table));
  return [...sql.matchAll(/ALTER TABLE (?:IF EXISTS )?(\w+)\s+([^;]*)/gi)]
    .filter(([, table]) => !own.has(table))
    .flatMap(([, , actions = '']) => splitActions(actions));
}

function splitActions(actions: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of actions) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.replace(/\s+/g, ' ').trim());
}

/** Actions that scan the whole table while writes to it are blocked. */
const scanning = (sql: string): string[] =>
  alterations(sql).filter(
    (action) =>
      /^ADD COLUMN .*\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY|GENERATED)\b/i.test(action) ||
      (/^ADD (?:CONSTRAINT|CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY)\b/i.test(action) &&
        !/\bNOT VALID$|\bUSING INDEX\b/i.test(action)),
  );

/** Changes that break an older build: it still reads what was dropped, or writes what is no longer allowed. */
function narrowing(sql: string): string[] {
  // An older build leaves new columns empty, so a rule about one of them does not concern it.
  const added = [...sql.matchAll(/ADD COLUMN (?:IF NOT EXISTS )?(\w+)/gi)].map(([, column = '']) => column);
  const isOfAdded = (rule: string) => added.some((column) => new RegExp(`\\b${column}\\b`).test(rule));
  const changes = alterations(sql).filter(
    (action) =>
      /^(?:DROP (?!NOT NULL)|RENAME|ALTER (?:COLUMN )?\w+ (?:SET NOT NULL|(?:SET DATA )?TYPE|DROP DEFAULT))/i.test(action) ||
      (/^ADD (?!COLUMN)/i.test(action) && !isOfAdded(action)) ||
      (/^ADD COLUMN .*\bNOT NULL\b/i.test(action) && !/\bDEFAULT\b/i.test(action)),
  );
  return [...(sql.match(/\bDROP TABLE [^;]*/gi) ?? []), ...changes];
}

test('no new migration checks the rows of an existing table while it locks that table', () => {
  expect(checked.length).toBeGreaterThan(0);
  expect(checked.flatMap((migration) => sqlOf(migration).flatMap(scanning))).toEqual([]);
});

test.each([
  'ALTER TABLE refunds ADD COLUMN note text CHECK (length(note) < 9)',
  'ALTER TABLE refunds ADD COLUMN IF NOT EXISTS note text,\n ADD COLUMN other numeric(9, 2) CHECK (other > 0)',
  'ALTER TABLE refunds ADD COLUMN payout_id uuid REFERENCES payouts',
  'ALTER TABLE refunds ADD CONSTRAINT short CHECK (length(note) < 9)',
  'ALTER TABLE refunds ADD FOREIGN KEY (payout_id) REFERENCES payouts',
  'ALTER TABLE refunds ADD CONSTRAINT once UNIQUE (note, other)',
])('“%s” is recognised as checking rows', (sql) => {
  expect(scanning(sql)).toHaveLength(1);
  expect(scanning(`CREATE TABLE refunds (); ${sql}`)).toEqual([]);
});

test.each([
  'ALTER TABLE refunds ADD COLUMN note numeric(9, 2) NOT NULL DEFAULT 0',
  'ALTER TABLE refunds ADD CONSTRAINT short CHECK (length(note) < 9) NOT VALID',
  'ALTER TABLE refunds VALIDATE CONSTRAINT short',
  'ALTER TABLE refunds ADD CONSTRAINT once UNIQUE USING INDEX refunds_once',
])('“%s” is recognised as checking no rows while it locks its table', (sql) => {
  expect(scanning(sql)).toEqual([]);
});

test('a new migration that narrows the schema states which build works with it', () => {
  const silent = checked.filter(({ needs }) => needs === undefined);
  expect(silent.flatMap((migration) => narrowing(sqlOf(migration).join(';')))).toEqual([]);
  const known = new Set(migrations.map(({ name }) => name));
  expect(migrations.filter(({ needs }) => needs !== undefined && !known.has(needs))).toEqual([]);
});

test.each([
  'DROP TABLE refunds',
  'ALTER TABLE refunds DROP COLUMN note',
  'ALTER TABLE refunds RENAME COLUMN note TO words',
  'ALTER TABLE refunds ALTER COLUMN note SET NOT NULL',
  'ALTER TABLE refunds ALTER note TYPE integer',
  'ALTER TABLE refunds ADD COLUMN note text NOT NULL',
  'ALTER TABLE refunds ADD CONSTRAINT short CHECK (length(note) < 9) NOT VALID',
])('“%s” is recognised as narrowing the schema', (sql) => {
  expect(narrowing(sql)).toHaveLength(1);
});

test.each([
  'ALTER TABLE refunds ADD COLUMN note text',
  'ALTER TABLE refunds ADD COLUMN note text NOT NULL DEFAULT \'\'',
  'ALTER TABLE refunds ALTER COLUMN note DROP NOT NULL',
  'ALTER TABLE refunds ADD COLUMN note text; ALTER TABLE refunds ADD CHECK (length(note) < 9) NOT VALID',
  'CREATE TABLE notes (note text NOT NULL CHECK (length(note) < 9))',
])('“%s” is recognised as only adding', (sql) => {
  expect(narrowing(sql)).toEqual([]);
});
