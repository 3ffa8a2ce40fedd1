import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrange, inOrder, type Placed, readChoice, viewText, writeOwn } from './arrangement.ts';

const columns: Placed[] = [
  { id: 'status', isFixed: true },
  { id: 'amount', isFixed: true },
  { id: 'payer' },
  { id: 'order' },
  { id: 'risk' },
  { id: 'actions', isFixed: true, isHeaderHidden: true },
];
const shown = (view: string | undefined, own: string | null = null) =>
  arrange(columns, readChoice(view, own))
    .map(({ id }) => id)
    .join(' ');

test.each([
  ['nothing', undefined, null, 'status amount payer order risk actions'],
  ['hidden columns of before', undefined, 'risk,payer', 'status amount order actions'],
  ['an order', undefined, ';risk,amount,payer,order', 'status risk amount payer order actions'],
  ['hidden columns and an order', undefined, 'order;risk,order,amount,payer', 'status risk amount payer actions'],
  [
    'an order from before a column was added',
    undefined,
    ';risk,payer,amount',
    'status risk payer order amount actions',
  ],
  ['the columns of a view before the own ones', 'status.risk.amount', 'risk', 'status risk amount actions'],
  ['a view that lacks a column which is always shown', 'status.order.risk', null, 'status amount order risk actions'],
  ['a view with another first column', 'payer.status.amount', null, 'status payer amount actions'],
  ['columns that do not exist', 'status.constructor.amount.payer', null, 'status amount payer actions'],
  ['a hidden column that is always shown', undefined, 'amount,actions', 'status amount payer order risk actions'],
])('%s', (_, view, own, expected) => {
  expect(shown(view, own)).toBe(expected);
});

const ids = columns.map(({ id }) => id);
const some = (mark: string) =>
  fc.array(fc.constantFrom(...ids, '', 'gone', 'x;y'), { maxLength: 9 }).map((list) => list.join(mark));

test('any text gives each column once at most, the first one first and the actions last', () => {
  fc.assert(
    fc.property(fc.option(some('.'), { nil: undefined }), fc.option(some(',')), (view, own) => {
      const found = arrange(columns, readChoice(view, own)).map(({ id }) => id);
      expect(new Set(found).size).toBe(found.length);
      expect([found[0], found.at(-1)]).toEqual(['status', 'actions']);
      expect(found).toContain('amount');
    }),
  );
});

test('stored columns can be read again, and the default columns are stored as an empty text', () => {
  const movable = ids.slice(1, -1);
  const order = fc.shuffledSubarray(movable, { minLength: movable.length });
  fc.assert(
    fc.property(order, fc.subarray(['payer', 'order', 'risk']), (chosen, hidden) => {
      const choice = readChoice(undefined, writeOwn(hidden, chosen, movable));
      expect(inOrder(columns, choice.order).map(({ id }) => id)).toEqual(chosen);
      expect(ids.filter((id) => choice.isHidden(id)).toSorted()).toEqual([...hidden].toSorted());
      expect(shown(viewText(columns, choice))).toBe(
        arrange(columns, choice)
          .map(({ id }) => id)
          .join(' '),
      );
    }),
  );
  expect(writeOwn([], movable, movable)).toBe('');
});
