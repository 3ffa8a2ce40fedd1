import { expect, test } from 'vitest';
import { toPaymentLinkQuery } from './payment-link-queries.ts';
import { paymentLinkSearch } from './payment-link-filters.ts';

const now = Date.parse('2026-11-21T23:59:59Z');
const first = paymentLinkSearch.read({});

test('requests links of 12 months since UTC midnight, twenty per page, pages counted from zero', () => {
  expect(toPaymentLinkQuery(paymentLinkSearch.read({ page: '3' }), now)).toEqual({
    applicationId: undefined,
    startDateTimeUtc: '2025-11-21T00:00:00.000',
    showOnlyLinks: true,
    showNotStarted: true,
    size: 20,
    page: 2,
  });
});

test.each([
  ['2028-02-29T12:00:00Z', '2027-02-28T00:00:00.000'],
  ['2028-03-01T00:00:00Z', '2027-03-01T00:00:00.000'],
  ['2029-02-28T23:59:59Z', '2028-02-28T00:00:00.000'],
  ['2026-12-31T23:59:59Z', '2025-12-31T00:00:00.000'],
])('12 months before %s start at %s', (today, start) => {
  expect(toPaymentLinkQuery(first, Date.parse(today)).startDateTimeUtc).toBe(start);
});

test.each(['0', '-1', '1.5', 'x', '', '99999999', ['2', '3'], null])(
  'falls back to the first page from page %j',
  (page) => {
    expect(toPaymentLinkQuery(paymentLinkSearch.read({ page }), now).page).toBe(0);
  },
);

test.each([
  ['50', 50],
  ['100', 100],
  ['101', 20],
  ['0', 20],
  ['many', 20],
])('reads rows=%s as a size of %i', (rows, size) => {
  expect(toPaymentLinkQuery(paymentLinkSearch.read({ rows }), now).size).toBe(size);
});
