import { expect, test } from 'vitest';
import { toSearchAmount } from './list-filters.ts';

test.each([
  ['1249.50', 124_950, null],
  ['1249.5', 124_950, null],
  ['£1,249.50', 124_950, 'GBP'],
  ['1 249,50', 124_950, null],
  ['1\u00a0249,50 €', 124_950, 'EUR'],
  ['1.249,50 eur', 124_950, 'EUR'],
  ['1’249.50', 124_950, null],
  ['GBP 1,249', 124_900, 'GBP'],
  ['1.249', 124_900, null],
  ['12,345,678.90', 1_234_567_890, null],
  ['0.01', 1, null],
  ['9999999999999.99', 999_999_999_999_999, null],
])('%s is %i minor units, of %s', (text, minor, currency) => {
  expect(toSearchAmount(text)).toEqual({ minor, currency });
});

test.each([
  ['order-1249'],
  ['1249.505'],
  ['1,24,950'],
  ['1,249,50'],
  ['1,249.500.00'],
  ['12 49'],
  ['60-16-13'],
  ['£'],
  ['-5'],
  ['0'],
  ['00124'],
  ['£5 EUR'],
  ['$5'],
  ['99999999999999'],
  ['1249.50 Noah'],
])('%s is no amount', (text) => {
  expect(toSearchAmount(text)).toBeNull();
});
