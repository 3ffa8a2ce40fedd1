import { expect, test } from 'vitest';
import { defineSearch } from '#lists/list-search.ts';
import { nameError } from './view-form.tsx';
import { filtersOf, readOwnViews, searchOf } from './view-names.ts';

const search = defineSearch({
  filters: [
    { kind: 'choices', param: 'currencies', wire: 'currencies', label: 'Currency', values: ['EUR', 'GBP'] },
    { kind: 'choice', param: 'heldFilter', wire: 'held', label: 'Held', values: ['HELD', 'NOT_HELD'] },
  ],
  readOther: ({ applicationId }) => ({ applicationId }),
});

test('stores only the filters of a view, whatever its page and application', () => {
  const here = search.read({ heldFilter: 'HELD', currencies: 'EUR', page: '3', rows: '50', applicationId: 'a' });
  expect(filtersOf(search, here)).toBe('?currencies=EUR&heldFilter=HELD');
  expect(filtersOf(search, searchOf(search, { name: 'x', search: filtersOf(search, here) }))).toBe(
    filtersOf(search, here),
  );
});

test.each([
  ['garbage', '{'],
  ['an invalid shape', '{"name":"x"}'],
  ['nothing', null],
  ['invalid views', '[null,1,{"name":1,"search":""}]'],
])('reads no views from %s', (_, text) => {
  expect(readOwnViews(search, text)).toEqual([]);
});

test('reads hostile filters of a stored view like filters in an address', () => {
  const text = JSON.stringify([{ name: 'x', search: '?heldFilter=__proto__&currencies=EUR&page=9&applicationId=1' }]);
  expect(readOwnViews(search, text)).toEqual([{ name: 'x', search: '?currencies=EUR' }]);
});

test('reads hostile columns of a stored view like columns in an address', () => {
  const columnsOf = (columns: unknown) =>
    readOwnViews(search, JSON.stringify([{ name: 'x', search: '', columns }]))[0]?.columns;
  expect(columnsOf('status.payer.risk')).toBe('status.payer.risk');
  expect(columnsOf('status.__proto__')).toBeUndefined();
  expect([columnsOf(1), columnsOf(''), columnsOf({}), columnsOf(null)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('names are required, short and unique', () => {
  const given = [{ name: 'High risk', search: '?riskCategory=HIGH' }];
  const names = { given, own: [{ name: 'Mine', search: '' }] };
  expect(nameError(' ', names)).toBe('Enter a name');
  expect(nameError('x'.repeat(41), names)).toMatch(/40 characters/);
  expect(nameError('mine ', names)).toMatch(/with this name/);
  expect(nameError('high RISK', names)).toMatch(/with this name/);
  expect(nameError('MINE', names, 'Mine')).toBeUndefined();
  const many = Array.from({ length: 20 }, (_, at) => ({ name: `v${at}`, search: '' }));
  expect(nameError('one more', { given, own: many })).toMatch(/up to 20 views/);
  expect(nameError('renamed', { given, own: many }, 'v3')).toBeUndefined();
});
