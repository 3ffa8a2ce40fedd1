import { expect, test } from 'vitest';
import { formatMoney, formatMoneyParts } from './format-money.ts';

test('a sum has its symbol, its thousands apart and two decimals', () => {
  expect(formatMoney(124950, 'GBP')).toBe('£1,249.50');
  expect(formatMoney(581245, 'EUR')).toBe('€5,812.45');
  expect(formatMoney(5, 'GBP')).toBe('£0.05');
  expect(formatMoney(100_000_000_00, 'GBP')).toBe('£100,000,000.00');
});

test('nothing is 0.00, and so is minus nothing', () => {
  expect(formatMoney(0, 'GBP')).toBe('£0.00');
  expect(formatMoney(-0, 'GBP')).toBe('£0.00');
});

test('a negative sum has one sign, before the symbol', () => {
  expect(formatMoney(-1250, 'EUR')).toBe('−€12.50');
});

test('the largest safe sum keeps every penny', () => {
  expect(formatMoney(Number.MAX_SAFE_INTEGER, 'GBP')).toBe('£90,071,992,547,409.91');
});

test('two decimals stand even where the currency has none', () => {
  expect(formatMoney(12345, 'JPY')).toBe('JP¥123.45');
});

test('an unknown or malformed currency stands as its code', () => {
  expect(formatMoney(100, 'ABQ').replace('\u00a0', ' ')).toBe('ABQ 1.00');
  expect(formatMoney(100, 'not a code').replace('\u00a0', ' ')).toBe('not a code 1.00');
  expect(formatMoney(100, '')).toBe('1.00');
});

test('what is no number is a dash', () => {
  expect(formatMoney(Number.NaN, 'GBP')).toBe('–');
  expect(formatMoney(Number.POSITIVE_INFINITY, 'GBP')).toBe('–');
  expect(formatMoneyParts(Number.NaN, 'GBP')).toBeNull();
});

test('the parts of a sum put together are the sum', () => {
  expect(formatMoneyParts(-124950, 'GBP')).toEqual({ sign: '−', symbol: '£', whole: '1,249', fraction: '50' });
});
