import { describe, expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { merchantSearch } from './merchant-filters.ts';

const read = (address: string): object =>
  Object.fromEntries(
    Object.entries(merchantSearch.read(parseSearch(address))).filter(([, value]) => value !== undefined),
  );

describe('address of the merchant list', () => {
  test.each<[string, object]>([
    ['', {}],
    ['searchFilter=0012', { searchFilter: '0012' }],
    ['searchFilter=%20Zo%C3%AB%20', { searchFilter: ' Zoë ' }],
    ['page=3&rows=100&sort=fee-desc', { page: 3, rows: 100, sort: 'fee-desc' }],
  ])('reads %s', (address, expected) => expect(read(address)).toEqual(expected));

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=2&page=3',
    'rows=0',
    'rows=9999',
    'rows=25,50',
    'sort=companyName',
    'sort=__proto__',
    'searchFilter=',
    'searchFilter=%20',
    'find=Zoe',
    'applicationId=018cc778-5000-7fb8-ab33-000000000001',
  ])('falls back silently from %s', (address) => expect(read(address)).toEqual({}));

  test('reads the same search again from its own output and from the address made of it', () => {
    const search = merchantSearch.read(parseSearch('searchFilter=a%2Cb&page=3&rows=50&sort=company-desc'));
    expect(merchantSearch.read({ ...search })).toEqual(search);
    expect(merchantSearch.read(parseSearch(stringifySearch({ ...search })))).toEqual(search);
  });
});
