import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#testing/open-test-database.ts';
import type { Database } from './database.ts';
import { allOf, joined, raw, sql } from './sql.ts';

let database: Database;
beforeAll(async () => void (database = await openTestDatabase('empty')));
afterAll(() => database.close());

test('numbers values in the order of the text, including those of nested pieces', () => {
  const inner = sql`b = ${2} OR ${sql`c = ${3}`}`;
  const whole = sql`a = ${1} AND (${inner}) AND d = ${4}`;
  expect(whole.text).toBe('a = $1 AND (b = $2 OR c = $3) AND d = $4');
  expect(whole.values).toEqual([1, 2, 3, 4]);
});

test('a piece that is used twice adds its values twice', () => {
  const own = sql`merchant_id = ${'m'}`;
  expect(sql`${own} OR ${own}`).toMatchObject({ text: 'merchant_id = $1 OR merchant_id = $2', values: ['m', 'm'] });
});

test('conditions that are null leave no trace, and no conditions match everything', () => {
  expect(allOf([sql`a = ${1}`, null, sql`b`]).text).toBe('a = $1 AND b');
  expect(allOf([null]).text).toBe('TRUE');
  expect(joined([], ', ').text).toBe('');
});

test('user input is always passed as a value, never as SQL', async () => {
  const sent = `'); DROP TABLE merchants; --`;
  expect(await database.query(sql`SELECT ${sent}::text AS sent, ${raw('1')} AS one`)).toEqual([{ sent, one: 1 }]);
});
