import { expect, test } from 'vitest';
import { stepsOf } from './migration.ts';
import { migrations } from './migrations.ts';

const since = migrations.filter(({ name }) => name > '0027-plain-letters');
const sqlSteps = since.flatMap((migration) =>
  stepsOf(migration).flatMap((step) => ('sql' in step ? [[migration.name, step.sql] as const] : [])),
);

/** What holds a table for as long as it is large: an index made at once, a change of all its rows, a new type, a look at every row. */
const holdingStatements = [
  /CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\w+\s+ON (\w+)/gi,
  /(?:^|;)\s*UPDATE (\w+)/gi,
  /ALTER TABLE (\w+)[^;]*(?:ALTER COLUMN \w+ (?:SET DATA )?TYPE|SET NOT NULL)/gi,
];

test.each(sqlSteps)('%s makes no index on and changes no rows of a table that was there before', (_, sql) => {
  const own = new Set([...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table));
  const held = holdingStatements.flatMap((pattern) => [...sql.matchAll(pattern)].map(([, table]) => table));
  expect(held.filter((table) => !own.has(table))).toEqual([]);
});

const earlierSteps = since.flatMap((migration) =>
  stepsOf(migration)
    .slice(0, -1)
    .flatMap((step) => ('sql' in step ? [[migration.name, step.sql] as const] : [])),
);

test.each(earlierSteps)('%s may be taken up again after a crash between its steps', (_, sql) => {
  const makes = [...sql.matchAll(/\b(?:CREATE TABLE|ADD COLUMN)(?! IF NOT EXISTS)\b/gi)];
  expect(makes).toEqual([]);
});
