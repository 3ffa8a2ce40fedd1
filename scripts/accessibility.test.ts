import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The criteria of WCAG 2.2 at levels A and AA, in order (https://www.w3.org/TR/WCAG22/). */
const criteria = [
  ['1.1', [1]],
  ['1.2', [1, 2, 3, 4, 5]],
  ['1.3', [1, 2, 3, 4, 5]],
  ['1.4', [1, 2, 3, 4, 5, 10, 11, 12, 13]],
  ['2.1', [1, 2, 4]],
  ['2.2', [1, 2]],
  ['2.3', [1]],
  ['2.4', [1, 2, 3, 4, 5, 6, 7, 11]],
  ['2.5', [1, 2, 3, 4, 7, 8]],
  ['3.1', [1, 2]],
  ['3.2', [1, 2, 3, 4, 6]],
  ['3.3', [1, 2, 3, 4, 7, 8]],
  ['4.1', [2, 3]],
] as const;

/** The rows of the tables: the number of a criterion and the tests that show it. */
function readRows(page: string): { number: string; shownBy: string }[] {
  return [...page.matchAll(/^\| (\d\.\d\.\d+) [^|]*\|[^|]*\|([^|]*)\|$/gm)].map(([, number = '', shownBy = '']) => ({
    number,
    shownBy,
  }));
}

/** The tests that a page names and that do not exist: `file` "part of the title". */
function findMissingTests(page: string, read: (file: string) => string): string[] {
  const named = readRows(page).flatMap(({ shownBy }) => [...shownBy.matchAll(/`([^`]+\.tsx?)` "([^"]+)"/g)]);
  return named.filter(([, file = '', title = '']) => !read(file).includes(title)).map(([text]) => text);
}

const page = readFileSync(join(root, 'docs/accessibility.md'), 'utf8');
const readFile = (file: string) => readFileSync(join(root, file), 'utf8');

test('docs/accessibility.md has every criterion of WCAG 2.2 A and AA, in order', () => {
  const expected = criteria.flatMap(([guideline, numbers]) => numbers.map((number) => `${guideline}.${number}`));
  expect(expected).toHaveLength(55);
  expect(readRows(page).map(({ number }) => number)).toEqual(expected);
});

test('each test that it names exists', () => {
  expect(findMissingTests(page, readFile)).toEqual([]);
});

test('a test that does not exist is found', () => {
  const row = '| 2.4.7 Focus Visible | A ring | `e2e/keyboard.spec.ts` "a test that nobody wrote" |';
  expect(findMissingTests(row, readFile)).toEqual(['`e2e/keyboard.spec.ts` "a test that nobody wrote"']);
});
