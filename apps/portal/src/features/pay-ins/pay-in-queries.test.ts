import { PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { utcDay } from '#design/days/date-presets.ts';
import { merchantId } from '#features/pay-ins/testing/sample-pay-in.ts';
import { payInSearch, toPayInQuery } from './pay-in-filters.ts';

const today = '2026-11-21';
const query = (given: Record<string, unknown>, admins?: string) =>
  toPayInQuery(payInSearch.read(given), { today, merchantId: admins });

describe('default dates (§2): the last 30 days, from start of day to end of day in UTC', () => {
  test('ends today and begins 30 days before', () => {
    expect(query({})).toMatchObject({
      startDateTimeUtc: '2026-10-22T00:00:00.000',
      endDateTimeUtc: '2026-11-21T23:59:59.999',
    });
  });
  test('takes today from the UTC day, whatever the time zone of the device', () => {
    expect(utcDay(Date.parse('2026-11-21T23:59:59.999Z'))).toBe('2026-11-21');
    expect(utcDay(Date.parse('2026-11-22T00:00:00.000Z'))).toBe('2026-11-22');
  });
  test('drops the date range when searchFilter is set', () => {
    const searched = query({ searchFilter: 'Amelia', from: '2026-11-01', to: '2026-11-02' });
    expect(searched).toMatchObject({
      globalSearch: 'Amelia',
      startDateTimeUtc: undefined,
      endDateTimeUtc: undefined,
    });
  });
  test.each([
    [{ from: '2026-11-01' }, '2026-11-01T00:00:00.000', undefined],
    [{ to: '2026-11-02' }, undefined, '2026-11-02T23:59:59.999'],
    [{ from: '2026-11-02', to: '2026-11-02' }, '2026-11-02T00:00:00.000', '2026-11-02T23:59:59.999'],
  ])('keeps the given range %j', (given, startDateTimeUtc, endDateTimeUtc) => {
    expect(query(given)).toMatchObject({ startDateTimeUtc, endDateTimeUtc });
  });
  test('counts the days correctly across a leap day and the end of a year', () => {
    expect(payInSearch.daysOf(payInSearch.read({}), '2028-03-01')).toEqual({ from: '2028-01-31', to: '2028-03-01' });
    expect(payInSearch.daysOf(payInSearch.read({}), '2027-01-05')).toEqual({ from: '2026-12-06', to: '2027-01-05' });
  });
});

describe('GET payments (§7)', () => {
  test('removes the trailing Z from both ends', () => {
    const { startDateTimeUtc, endDateTimeUtc } = query({ from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' });
    expect([startDateTimeUtc, endDateTimeUtc].join()).not.toContain('Z');
  });
  test('sorts by createdAt,desc', () => expect(query({}).sort).toBe('createdAt,desc'));
  test.each(['created-asc,', 'amount-asc', '__proto__', ['created-asc', 'created-asc']])(
    'falls back silently for the unknown order %j',
    (sort) => expect(query({ sort }).sort).toBe('createdAt,desc'),
  );
  test('sends includeNewPayments=true', () => expect(query({}).includeNewPayments).toBe(true));
  test('counts pages from 0 in the request and from 1 in the address (contract §1)', () => {
    expect([query({}).page, query({ page: '1' }).page, query({ page: '7' }).page]).toEqual([0, 0, 6]);
  });
  test('sends every filter under its own name', () => {
    const all = query({
      from: '2026-11-01',
      to: '2026-11-20',
      paymentStatuses: 'SETTLED,FAILED',
      currencies: 'GBP',
      page: '2',
      rows: '50',
      amountFrom: '0.1',
      amountTo: '9999999999999.99',
      paymentTypes: 'VOLUME',
      refundedFilter: 'REFUNDED',
      heldFilter: 'HELD',
      riskCategory: 'HIGH,NA',
      institutionId: 'natwest',
      failureReason: 'NONE',
      failureHour: '14',
      applicationId: merchantId,
    });
    expect(JSON.parse(JSON.stringify(z.encode(PayInQuery, all)))).toEqual({
      startDateTimeUtc: '2026-11-01T00:00:00.000',
      endDateTimeUtc: '2026-11-20T23:59:59.999',
      paymentStatuses: 'FAILED,SETTLED',
      currencies: 'GBP',
      page: '1',
      size: '50',
      sort: 'createdAt,desc',
      minAmount: '0.1',
      maxAmount: '9999999999999.99',
      paymentTypes: 'VOLUME',
      refundedFilter: 'REFUNDED',
      heldFilter: 'HELD',
      riskCategory: 'HIGH,NA',
      institutionId: 'natwest',
      failureReason: 'NONE',
      failureHour: '14',
      includeNewPayments: 'true',
      applicationId: merchantId,
    });
  });
});

describe('page size (§5, §9): a size above 100 is replaced by 10', () => {
  test.each([
    ['10', 10],
    ['25', 25],
    ['50', 50],
    ['100', 100],
    ['101', 10],
    ['9999', 10],
    ['0', 10],
    ['-5', 10],
    ['many', 10],
  ])('requests a size of %i rows for rows=%s', (rows, size) => expect(query({ rows }).size).toBe(size));
});

describe('merchantId (contract §8 Administrators)', () => {
  test("is left out for a merchant's token, which implies it", () => expect(query({}).merchantId).toBeUndefined());
  test('is sent by administrators', () => expect(query({}, merchantId).merchantId).toBe(merchantId));
});

test('converts amounts to minor units, exact to the penny', () => {
  const pence = (amountFrom: string) => query({ amountFrom }).minAmount;
  expect(['0.29', '1.1', '19.99', '1005.35', '4.35'].map(pence)).toEqual([29, 110, 1999, 100_535, 435]);
});
