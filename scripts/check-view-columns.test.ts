import { expect, test } from 'vitest';
import { checkViewColumns, findMissingColumns } from '#scripts/check-view-columns.ts';

const list = `export const list = {
  columns: [
    { id: 'status', header: 'Status' },
    timeColumn({ id: 'created', header: 'Created' }),
    { id: 'merchant', header: 'Merchant', isShown: ({ isForAll }) => isForAll },
  ],
};
const menu = [{ id: 'open' }];`;

test('reports a column of a list that the contract does not know', () => {
  expect(findMissingColumns('payouts', list, ['status'])).toEqual([
    'packages/contract/src/saved-views/view-columns.ts: has no column created in the list payouts',
  ]);
});

test('reports a list in which it finds no columns', () => {
  expect(findMissingColumns('payouts', list.replace('columns:', 'fields:'), [])).toEqual([
    'scripts/check-view-columns.ts: finds no columns in the list payouts',
  ]);
});

test('accepts columns that the contract knows, and those that exist only in some contexts', () => {
  expect(findMissingColumns('payouts', list, ['status', 'created'])).toEqual([]);
  expect(checkViewColumns()).toBe('');
});
