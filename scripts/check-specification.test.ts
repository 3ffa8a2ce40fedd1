import { expect, test } from 'vitest';
import { checkSpecification } from '#scripts/check-specification.ts';

const head = Array.from({ length: 9 }, (_, index) => `## ${index + 1}. Section\n`).join('');
const files: Record<string, string> = {
  'a.ts': 'export {}',
  'a.test.ts': "test('it holds', () => {});\ntest.each([1])('it holds %i', () => {});\ncall('it is no test', 1);",
};
const check = (row: string): string => checkSpecification(`${head}${row}\n`, (file) => files[file]);

test('a row whose place and test exist passes', () => {
  expect(check('| A rule | `a.ts` | `a.test.ts` › "it holds", `a.test.ts` › "it holds %i" |')).toBe('');
});

test('a test that does not exist is named', () => {
  expect(check('| A rule | `a.ts` | `a.test.ts` › "it holds no more" |')).toMatch(/has no test "it holds no more"/);
  expect(check('| A rule | `a.ts` | `a.test.ts` › "it is no test" |')).toMatch(/has no test/);
  expect(check('| A rule | `a.ts` | `gone.test.ts` › "it holds" |')).toMatch(/gone\.test\.ts has no test/);
});

test('a place that does not exist, a row without a test and a missing section are named', () => {
  expect(check('| A rule | `gone.ts` | `a.test.ts` › "it holds" |')).toMatch(/gone\.ts does not exist/);
  expect(check('| A rule | `a.ts` | surely |')).toMatch(/names no test/);
  expect(check('| A rule | `a.ts` | Not shown: our decision |')).toBe('');
  expect(checkSpecification('## 1. Section\n', () => undefined)).toMatch(/section 9 is missing/);
});
