import { viewColumns } from '@volume/contract/saved-views/view-columns.ts';
import { expect, test } from 'vitest';
import { approvalList } from '#features/approvals/approval-list.tsx';
import { payInList } from '#features/pay-ins/pay-in-list.tsx';
import { payoutList } from '#features/payouts/payout-list.tsx';
import { columnsIn, type List } from '#lists/list.ts';

const lists = { 'pay-ins': payInList, payouts: payoutList, approvals: approvalList } as unknown as Record<
  keyof typeof viewColumns,
  List<object, object>
>;

test.each(Object.keys(lists) as (keyof typeof viewColumns)[])('the API knows the columns of the list of %s', (name) => {
  const columns = columnsIn(lists[name].columns, {}).filter(({ isHeaderHidden }) => isHeaderHidden !== true);
  expect(viewColumns[name], 'packages/contract/src/saved-views/view-columns.ts has the columns of the list').toEqual({
    all: columns.map(({ id }) => id),
    fixed: columns.filter(({ isFixed }) => isFixed).map(({ id }) => id),
  });
});
