import { expect, test } from 'vitest';
import { titleCase } from './format-text.ts';

test.each([
  ['AWAITING_AUTHORIZATION', 'Awaiting Authorization'],
  ['NEW', 'New'],
  ['partially_refunded', 'Partially Refunded'],
  ['merchantPaymentId', 'Merchant Payment Id'],
  ['hasEUR', 'Has EUR'],
  ['hasEURForDefaultVirtual', 'Has EUR For Default Virtual'],
  ['EUR', 'EUR'],
  ['IBAN_CHECK', 'IBAN Check'],
  ['vaProviders', 'Va Providers'],
  ['payInV2', 'Pay In V2'],
  ['already spaced', 'Already Spaced'],
  ['__proto__', 'Proto'],
  ['', ''],
])('titleCase turns %s into "%s"', (name, label) => {
  expect(titleCase(name)).toBe(label);
});
