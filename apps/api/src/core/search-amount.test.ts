import { isIndexed, isSearchable } from '@volume/contract/lists/search-term.ts';
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
  ['12,505', 1_250_500, null],
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
  ['£05'],
  ['£5.'],
  ['1249.50 Noah'],
  // Ambiguous.
  ['1.249'],
  ['£12.505'],
  ['0,500'],
])('%s is not an amount', (text) => {
  expect(toSearchAmount(text)).toBeNull();
});

test.each([
  ['a', false],
  ['Zé', false],
  ['x y', false],
  ['o-12', false],
  ['smi', true],
  ['jo smith', true],
  ['陈', true],
  ['Ив', true],
  ['5', true],
  ['£5', true],
  ['12.50', true],
  ['07', false],
  ['60-16-13', true],
  ['<b>', true],
])('whether pay-ins can be searched for %s: %s', (text, can) => {
  expect(isSearchable(text)).toBe(can);
});

test('every amount can be searched for; other terms too short for the index cannot', () => {
  const letters = ['0', '5', '12', '.', ',', 'a', '-', ' '];
  let texts = [''];
  for (let length = 1; length <= 4; length += 1) {
    texts = texts.flatMap((text) => letters.map((letter) => text + letter));
    const wrong = texts
      .map((text) => text.trim())
      .filter((text) => isSearchable(text) !== (isIndexed(text) || toSearchAmount(text) !== null));
    expect(wrong).toEqual([]);
  }
});
