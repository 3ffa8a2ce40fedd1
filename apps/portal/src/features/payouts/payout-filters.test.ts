import { describe, expect, test } from 'vitest';
import { payoutSearch } from './payout-filters.ts';
import { toPayoutQuery } from './payout-list.tsx';

const scope = { merchantId: 'm', applicationId: 'a' };
const queryOf = (given: Record<string, unknown>) => toPayoutQuery(payoutSearch.read(given), '2026-11-21', scope);

describe('payout list', () => {
  test('requests pounds, the last 30 days, the first ten rows, newest first (§2 Defaults)', () => {
    expect(queryOf({})).toEqual({
      ...scope,
      currency: 'GBP',
      page: 0,
      size: 10,
      sort: 'createdAt,desc',
      startDateTimeUtc: '2026-10-22T00:00:00.000',
      endDateTimeUtc: '2026-11-21T23:59:59.999',
    });
  });
  test('requests the filters of the address, with pages counted from one', () => {
    const given = { currency: 'EUR', page: '3', rows: '25', from: '2026-11-02', to: '2026-11-01', sort: 'created-asc' };
    expect(queryOf(given)).toMatchObject({
      currency: 'EUR',
      sort: 'createdAt,asc',
      page: 2,
      size: 25,
      startDateTimeUtc: '2026-11-01T00:00:00.000',
      endDateTimeUtc: '2026-11-02T23:59:59.999',
    });
  });
  test.each([
    { page: '0' },
    { page: 'x' },
    { rows: '101' },
    { rows: '-1' },
    { currency: 'USD' },
    { from: '2026-02-31' },
    { from: '0000-12-31' },
  ])('falls back silently from %o (§5)', (given) => expect(queryOf(given)).toEqual(queryOf({})));
  test('reads its own output', () => {
    const search = payoutSearch.read({ currency: 'EUR', page: '3', rows: '25', from: '2026-11-01', to: '2026-11-02' });
    expect(payoutSearch.read({ ...search })).toEqual(search);
  });
});
