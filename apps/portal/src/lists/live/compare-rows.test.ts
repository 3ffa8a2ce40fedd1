import { expect, test } from 'vitest';
import { compareRows, withLaterRows } from './compare-rows.ts';

const row = (minute: number, status = 'SETTLED') => ({
  id: `p${minute}`,
  createdAt: `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000`,
  status,
});
const page = (minutes: number[], totalElements: number, number = 0) => ({
  content: minutes.map((minute) => row(minute)),
  totalElements,
  number,
});
const keyOf = ({ id }: { id: string }) => id;
const timeOf = ({ createdAt }: { createdAt: string }) => createdAt;

test.each([
  ['nothing has changed', page([3, 2, 1], 9), page([3, 2, 1], 9), { arrived: 0, left: 0 }],
  ['two new rows', page([3, 2, 1], 9), page([5, 4, 3], 11), { arrived: 2, left: 0 }],
  ['more new rows than a page holds', page([3, 2, 1], 9), page([9, 8, 7], 15), { arrived: 6, left: 0 }],
  ['the first rows of an empty list', page([], 0), page([2, 1], 2), { arrived: 2, left: 0 }],
  ['one row has left, and an older one has moved up', page([3, 2, 1], 9), page([3, 1, 0], 8), { arrived: 0, left: 1 }],
  ['one new row while another left', page([3, 2, 1], 9), page([4, 3, 1], 9), { arrived: 1, left: 0 }],
  ['an older response has no new rows', page([5, 4, 3], 11), page([3, 2, 1], 9), { arrived: 0, left: 2 }],
  ['compares totals on a later page', page([3, 2, 1], 9, 2), page([4, 3, 2], 10, 2), { arrived: 1, left: 0 }],
])('compareRows: %s', (_, shown, later, news) => {
  expect(compareRows(shown, later, { keyOf, timeOf })).toEqual(news);
});

test('totals are not compared where counting stopped', () => {
  const growing = (totalElements: number, isTotalAtLeast: boolean) => ({
    ...page([3, 2, 1], totalElements, 120),
    isTotalAtLeast,
  });
  const compare = (shown: number, later: ReturnType<typeof growing>, counted: number) =>
    compareRows(growing(shown, false), later, { keyOf, timeOf }, counted);
  expect(compare(1_200, growing(1_211, true), 1_001)).toEqual({ arrived: 0, left: 0 });
  expect(compare(1_205, growing(1_205, false), 1_001)).toEqual({ arrived: 0, left: 0 });
  expect(compare(9, growing(10, false), 9)).toEqual({ arrived: 1, left: 0 });
});

test('replaces changed rows in place and moves none', () => {
  const shown = page([3, 2, 1], 3);
  const later = { ...page([4, 3, 2], 4), content: [row(4), row(3), row(2, 'FAILED')] };
  const merged = withLaterRows(shown, later, keyOf);
  expect(merged.content.map(keyOf)).toEqual(['p3', 'p2', 'p1']);
  expect(merged.content[1]?.status).toBe('FAILED');
  expect(withLaterRows(merged, later, keyOf)).toBe(merged);
});
