import { expect, test } from 'vitest';
import {
  addUp,
  createSelectionStore,
  isActive,
  isSelected,
  nothing,
  sumsText,
  tooManyReason,
  withRows,
} from './selection-store.ts';

const row = (amount: number, currency = 'GBP') => ({ amount, currency });
const shown = [
  ['a', row(100)],
  ['b', row(250, 'EUR')],
] as const;

test('never adds pounds and euros together', () => {
  const sums = addUp([row(100), row(250, 'EUR'), row(1)], (each) => each);
  expect(sums).toEqual([
    { currency: 'EUR', amount: 250 },
    { currency: 'GBP', amount: 101 },
  ]);
  expect(sumsText(sums)).toBe('€2.50 and £1.01');
  expect(addUp([row(1)], undefined)).toEqual([]);
});

test('deselecting one row of all that match keeps the other rows of the page selected, and no longer all', () => {
  const all = { query: {}, count: 4312, sums: [] };
  const selected = withRows({ rows: new Map(), all }, [shown[0]], { isOn: false, shown });
  expect([...selected.rows.keys()]).toEqual(['b']);
  expect(selected.all).toBeNull();
});

test('keeps rows of another page selected when some of this page are selected', () => {
  const first = withRows(nothing, [['z', row(5)]], { isOn: true, shown });
  expect([...withRows(first, shown, { isOn: true, shown }).rows.keys()]).toEqual(['z', 'a', 'b']);
  expect(isSelected(first, 'z')).toBe(true);
  expect(isSelected({ rows: new Map(), all: { query: {}, count: 1, sums: [] } }, 'anything')).toBe(true);
});

test('shows the checkboxes once the user asks for them, and notifies subscribers of each change', () => {
  const store = createSelectionStore();
  let heard = 0;
  const leave = store.subscribe(() => (heard += 1));
  expect(isActive(store.get())).toBe(false);
  store.set({ ...nothing, isAsked: true });
  expect([isActive(store.get()), heard]).toEqual([true, 1]);
  leave();
  store.set(nothing);
  expect(heard).toBe(1);
});

test('allows up to a thousand individual rows', () => {
  expect(tooManyReason(1000)).toBeUndefined();
  expect(tooManyReason(1001)).toContain('all that match');
});
