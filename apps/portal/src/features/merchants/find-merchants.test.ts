import { describe, expect, test } from 'vitest';
import { pageOfRows } from '#lists/use-found.ts';
import { findApplications, findMerchants } from './find-merchants.ts';
import type { MerchantSort } from './merchant-filters.ts';
import { application, idOf, merchant, merchants } from '#platform/testing/sample-merchant.ts';

const zoe = merchant({ merchantId: idOf(1), companyName: 'Zoë & Söhne', email: null, paymentFlatFeeInPercentage: 1.2 });
const acme = merchant({ merchantId: idOf(2), companyName: 'acme 10', applications: [] });
const other = merchant({
  merchantId: idOf(3),
  companyName: 'Acme 9',
  email: 'PAY@acme.example',
  applications: [application({ applicationName: 'Kiosk' }), application({ applicationId: idOf(777) })],
});
const all = [zoe, acme, other];
const found = (searchFilter?: string, sort?: MerchantSort) =>
  findMerchants(all, searchFilter, sort).map(({ companyName }) => companyName);

describe('search', () => {
  test.each<[string, string[]]>([
    ['zoe', ['Zoë & Söhne']],
    ['SÖHNE', ['Zoë & Söhne']],
    ['acme', ['Acme 9', 'acme 10']],
    ['acme 10', ['acme 10']],
    ['pay@ACME', ['Acme 9']],
    ['kiosk', ['Acme 9']],
    [idOf(777), ['Acme 9']],
    [idOf(2).toUpperCase(), ['acme 10']],
    ['0000', []],
    ['.*', []],
    ['null', []],
    ['undefined', []],
  ])('finds for %j the merchants %j', (text, names) => expect(found(text)).toEqual(names));
  test('finds all merchants without a search', () => expect(found()).toHaveLength(3));
});

describe('order', () => {
  test.each<[MerchantSort | undefined, string[]]>([
    [undefined, ['Acme 9', 'acme 10', 'Zoë & Söhne']],
    ['company-desc', ['Zoë & Söhne', 'acme 10', 'Acme 9']],
    ['applications-desc', ['Acme 9', 'Zoë & Söhne', 'acme 10']],
    ['applications-asc', ['acme 10', 'Zoë & Söhne', 'Acme 9']],
    ['fee-desc', ['Zoë & Söhne', 'Acme 9', 'acme 10']],
    ['fee-asc', ['Acme 9', 'acme 10', 'Zoë & Söhne']],
  ])('by %s is %j', (sort, names) => expect(found(undefined, sort)).toEqual(names));
  test('does not change the given list', () => {
    findMerchants(all, undefined, 'fee-desc');
    expect(all).toEqual([zoe, acme, other]);
  });
});

test('finds applications by name and id', () => {
  const list = [
    application({ applicationName: 'Café' }),
    application({ applicationId: idOf(9), applicationName: 'B' }),
  ];
  expect(findApplications(list, 'cafe')).toEqual([list[0]]);
  expect(findApplications(list, idOf(9))).toEqual([list[1]]);
  expect(findApplications(list, undefined)).toBe(list);
});

test('splits a list into consecutive pages without gaps', () => {
  const list = merchants(52);
  const pages = [1, 2, 3, 4].map((page) => pageOfRows(list, page, 25));
  expect(pages.map((page) => page.length)).toEqual([25, 25, 2, 0]);
  expect(pages.flat()).toEqual(list);
});
