import { expect, test } from 'vitest';
import { formatMoney, formatMoneyParts } from './format-money.ts';

test('formats an amount with symbol, thousands separators and two decimals', () => {
  expect(formatMoney(124950, 'GBP')).toBe('£1,249.50');
  expect(formatMoney(581245, 'EUR')).toBe('€5,812.45');
  expect(formatMoney(5, 'GBP')).toBe('£0.05');
  expect(formatMoney(100_000_000_00, 'GBP')).toBe('£100,000,000.00');
});

test('formats zero and negative zero as 0.00', () => {
  expect(formatMoney(0, 'GBP')).toBe('£0.00');
  expect(formatMoney(-0, 'GBP')).toBe('£0.00');
});

test('puts one sign before the symbol of a negative amount', () => {
  expect(formatMoney(-1250, 'EUR')).toBe('−€12.50');
});

test('keeps every penny of the largest safe integer', () => {
  expect(formatMoney(Number.MAX_SAFE_INTEGER, 'GBP')).toBe('£90,071,992,547,409.91');
});

test('shows two decimals even for a currency without any', () => {
  expect(formatMoney(12345, 'JPY')).toBe('JP¥123.45');
});

test('shows an unknown or malformed currency as its code', () => {
  expect(formatMoney(100, 'ABQ').replace('\u00a0', ' ')).toBe('ABQ 1.00');
  expect(formatMoney(100, 'not a code').replace('\u00a0', ' ')).toBe('not a code 1.00');
  expect(formatMoney(100, '')).toBe('1.00');
});

test('formats a non-finite number as a dash', () => {
  expect(formatMoney(Number.NaN, 'GBP')).toBe('–');
  expect(formatMoney(Number.POSITIVE_INFINITY, 'GBP')).toBe('–');
  expect(formatMoneyParts(Number.NaN, 'GBP')).toBeNull();
});

test('returns parts that join to the whole amount', () => {
  expect(formatMoneyParts(-124950, 'GBP')).toEqual({ sign: '−', symbol: '£', whole: '1,249', fraction: '50' });
});
