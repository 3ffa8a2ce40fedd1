import { expect, test } from 'vitest';
import { readPayInSearch } from '#features/pay-ins/pay-in-search.ts';
import { filtersOf, givenViews, readViews, searchOf, whyNotName } from './saved-views.ts';

test('a view is its filters, whatever page and application they were saved on', () => {
  const search = readPayInSearch({ heldFilter: 'HELD', currencies: 'EUR', page: '3', rows: '50' });
  expect(filtersOf(search)).toBe(filtersOf(readPayInSearch({ currencies: 'EUR', heldFilter: 'HELD' })));
  expect(filtersOf(searchOf({ name: 'x', search: filtersOf(search) }))).toBe(filtersOf(search));
});

test.each(givenViews.map((view) => [view.name, view] as const))(
  'the given view %s is an address as it writes itself',
  (_, view) => {
    expect(filtersOf(searchOf(view))).toBe(view.search);
  },
);

test.each([
  ['garbage', '{'],
  ['another shape', '{"name":"x"}'],
  ['nothing', null],
  ['no views', '[null,1,{"name":1,"search":""}]'],
])('%s holds no views', (_, text) => {
  expect(readViews(text)).toEqual([]);
});

test('hostile filters of a kept view fall back as an address does', () => {
  const text = JSON.stringify([{ name: 'x', search: '?riskCategory=__proto__&currencies=EUR&page=9&applicationId=1' }]);
  expect(readViews(text)).toEqual([{ name: 'x', search: '?currencies=EUR' }]);
});

test('names are given, short, and one each', () => {
  const views = [{ name: 'Mine', search: '' }];
  expect(whyNotName(' ', views)).toBe('Enter a name');
  expect(whyNotName('x'.repeat(41), views)).toMatch(/40 characters/);
  expect(whyNotName('mine ', views)).toMatch(/with this name/);
  expect(whyNotName('high RISK', views)).toMatch(/with this name/);
  expect(whyNotName('MINE', views, 'Mine')).toBeUndefined();
  const many = Array.from({ length: 20 }, (_, at) => ({ name: `v${at}`, search: '' }));
  expect(whyNotName('one more', many)).toMatch(/up to 20 views/);
  expect(whyNotName('renamed', many, 'v3')).toBeUndefined();
});
