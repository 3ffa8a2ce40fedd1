import { describe, expect, test } from 'vitest';
import { filtersOf, searchOf } from '#lists/views/view-names.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { adminPayInSearch, type PayInSearch, payInSearch } from './pay-in-filters.ts';
import { payInList } from './pay-in-list.tsx';
import { applicationId, hostileTexts, merchantId } from './testing/sample-pay-in.ts';

const { read: readPayInSearch, pageOf, rowsOf } = payInSearch;
const { read: readAdminPayInSearch } = adminPayInSearch;
const read = (address: string): PayInSearch => readPayInSearch(parseSearch(address));
const given = (search: object): object =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

describe('search parameters of a pay-in list (§2)', () => {
  test.each<[string, object]>([
    ['from=2026-11-01&to=2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
    ['from=2026-11-01T10:00:00.000Z', { from: '2026-11-01' }],
    ['to=2026-11-20T23:59:59', { to: '2026-11-20' }],
    ['paymentStatuses=SETTLED,FAILED', { paymentStatuses: ['FAILED', 'SETTLED'] }],
    ['paymentStatuses=SETTLED&paymentStatuses=FAILED', { paymentStatuses: ['FAILED', 'SETTLED'] }],
    ['paymentStatuses=%5B%22SETTLED%22%5D', { paymentStatuses: ['SETTLED'] }],
    ['currencies=GBP,EUR', { currencies: ['EUR', 'GBP'] }],
    ['page=3', { page: 3 }],
    ['rows=25', { rows: 25 }],
    ['rows=100', { rows: 100 }],
    ['searchFilter=0012', { searchFilter: '0012' }],
    ['searchFilter=%20Amelia%20', { searchFilter: ' Amelia ' }],
    ['searchFilter=a%20b%2Bc', { searchFilter: 'a b+c' }],
    ['searchFilter=50%25', { searchFilter: '50%' }],
    ['searchFilter=50%', { searchFilter: '50%' }],
    ['searchFilter=%7B%7D', { searchFilter: '{}' }],
    ['searchFilter={}', { searchFilter: '{}' }],
    ['searchFilter=ab', { searchFilter: 'ab' }],
    ['amountFrom=12&amountTo=12.5', { amountFrom: '12', amountTo: '12.5' }],
    ['paymentTypes=EXTERNAL', { paymentTypes: ['EXTERNAL'] }],
    ['refundedFilter=REFUNDED', { refundedFilter: 'REFUNDED' }],
    ['heldFilter=NOT_HELD', { heldFilter: 'NOT_HELD' }],
    ['riskCategory=HIGH,NA', { riskCategory: ['HIGH', 'NA'] }],
    [`applicationId=${applicationId}`, { applicationId }],
    [`applicationId=${applicationId.toUpperCase()}`, { applicationId }],
  ])('reads %s', (address, expected) => {
    expect(given(read(address))).toEqual(expected);
  });

  test('uses the defaults without any: page 1, 10 rows', () => {
    expect(given(read(''))).toEqual({});
    expect([pageOf(read('')), rowsOf(read(''))]).toEqual([1, 10]);
  });

  test('swaps a start and an end in the wrong order', () => {
    expect(given(read('from=2026-11-20&to=2026-11-01'))).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  });

  test('keeps the known values of a list and drops the others', () => {
    expect(read('paymentStatuses=SETTLED,GONE,settled').paymentStatuses).toEqual(['SETTLED']);
  });
});

describe('invalid parameters fall back silently (§5)', () => {
  test.each(['0', '-1', '1.5', '1e3', 'x', '', '%00', '99999999', '٣', 'NaN', 'Infinity', '2&page=3'])(
    'reads page=%s as page 1',
    (page) => expect(pageOf(read(`page=${page}`))).toBe(1),
  );
  test.each(['0', '-1', '101', '9999', 'ten', '', '10.5', '0x10', '25&rows=50'])('reads rows=%s as 10 rows', (rows) =>
    expect(rowsOf(read(`rows=${rows}`))).toBe(10),
  );
  test.each([
    'from=2026-02-30',
    'from=0000-01-01',
    'from=yesterday',
    'from=2026-11-01&from=2026-11-02',
    'to=20261101',
    'to=2026-11-01%27--',
    'paymentStatuses=GONE',
    'paymentStatuses=%5B1%5D',
    'paymentStatuses=%5B',
    'currencies=USD',
    'searchFilter=',
    'searchFilter=%20%20',
    'searchFilter=%00',
    'amountFrom=-1',
    'amountFrom=1.234',
    'amountFrom=1,50',
    'amountTo=12345678901234',
    'amountTo=1e9',
    'paymentTypes=volume',
    'refundedFilter=MAYBE',
    'heldFilter=true',
    'riskCategory=LOWEST',
    'applicationId=1',
    `applicationId=${applicationId}&applicationId=${applicationId}`,
    '__proto__=1',
    'constructor=1',
    'unheardOf=1',
    `merchantId=${merchantId}`,
  ])('ignores %s', (address) => {
    expect(given(read(address))).toEqual({});
  });

  test('never keeps a search that the API would refuse for its length or characters', () => {
    for (const text of hostileTexts) {
      const { searchFilter } = readPayInSearch({ searchFilter: `a\u0000${text}\uD800` });
      expect(searchFilter?.length).toBeLessThanOrEqual(200);
      expect(searchFilter).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
    }
  });
});

test('reads the same search again from its own output and from the address made of it', () => {
  const address =
    'from=2026-11-01&to=2026-11-20&paymentStatuses=SETTLED,FAILED&currencies=EUR&page=3&rows=50&searchFilter=0012' +
    `&amountFrom=0.10&amountTo=12&paymentTypes=VOLUME&refundedFilter=REFUNDED&heldFilter=HELD&riskCategory=NA,HIGH&returnedFilter=NOT_RETURNED&reviewedFilter=REVIEWED&sampleFilter=HIDE&institutionId=natwest&failureReason=NONE&failureHour=14&sort=created-asc&columns=status.amount.payer&applicationId=${applicationId}`;
  const search = read(address);
  expect(Object.values(search).filter((value) => value === undefined)).toEqual([]);
  expect(readPayInSearch({ ...search })).toEqual(search);
  expect(read(stringifySearch({ ...search }))).toEqual(search);
});

test('lets administrators narrow their list to one merchant', () => {
  expect(given(readAdminPayInSearch({ merchantId, page: '2' }))).toEqual({ merchantId, page: 2 });
  expect(given(readAdminPayInSearch({ merchantId: 'northwind' }))).toEqual({});
});

test.each(payInList.views ?? [])('stores the built-in view $name as the address that it produces', (view) => {
  expect(filtersOf(payInSearch, searchOf(payInSearch, view))).toBe(view.search);
});
