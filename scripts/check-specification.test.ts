import { expect, test } from 'vitest';
import { checkSpecification } from '#scripts/check-specification.ts';

const head = Array.from({ length: 9 }, (_, index) => `## ${index + 1}. Section\n`).join('');
const files = ['a.ts', 'a.test.ts', 'b.spec.ts'];
const check = (row: string): string => checkSpecification(`${head}${row}\n`, (file) => files.includes(file));

test('accepts a row whose places and test files exist', () => {
  expect(check('| A rule | `a.ts` | `a.test.ts`, `b.spec.ts` |')).toBe('');
  expect(check('| A rule | `a.ts` | Not shown: our decision |')).toBe('');
});

test('reports a place or a test file that does not exist', () => {
  expect(check('| A rule | `gone.ts` | `a.test.ts` |')).toMatch(/"A rule": gone\.ts does not exist/);
  expect(check('| A rule | `a.ts` | `a.test.ts`, `gone.spec.ts` |')).toMatch(/"A rule": gone\.spec\.ts does not exist/);
});

test('reports a rule without a place or a test, and a missing section', () => {
  expect(check('| A rule | here | `a.test.ts` |')).toMatch(/has no place/);
  expect(check('| A rule | `a.ts` | surely |')).toMatch(/names no test file/);
  expect(check('| A rule | `a.ts` | `a.ts` |')).toMatch(/names no test file/);
  expect(checkSpecification('## 1. Section\n', () => true)).toMatch(/section 9 is missing/);
});
