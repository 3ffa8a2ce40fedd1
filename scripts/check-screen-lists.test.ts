import { expect, test } from 'vitest';
import { findMissing } from '#scripts/check-screen-lists.ts';

test('reports a screen that a list lacks, and accepts one that it has with a query only', () => {
  const list = `['/settings/users', '/payments/payin?rows=25']`;
  expect(findMissing('list.ts', list, ['/settings/users', '/payments/payin'])).toEqual([]);
  expect(findMissing('list.ts', list, ['/settings'])).toEqual(['list.ts: has no row for /settings']);
});
