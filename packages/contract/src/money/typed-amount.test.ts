import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTypedAmount } from './typed-amount.ts';

const minorOf = (text: string, currency?: string) => {
  const read = readTypedAmount(text, currency);
  return 'minor' in read ? read.minor : null;
};
const faultOf = (text: string, currency?: string) => {
  const read = readTypedAmount(text, currency);
  return 'fault' in read ? read.fault : null;
};

test.each([
  ['12.50', 12_50],
  ['12,50', 12_50],
  ['12.5', 12_50],
  ['12,5', 12_50],
  ['1,250', 1_250_00],
  ['12,505', 12_505_00],
  ['1 250', 1_250_00],
  ["12'500", 12_500_00],
  ['12’500', 12_500_00],
  ['1,250.00', 1_250_00],
  ['1.250,00', 1_250_00],
  ['1.234,50', 1_234_50],
  ['1,250.5', 1_250_50],
  ['1.250,5', 1_250_50],
  ["1'250.50", 1_250_50],
  ["1'250,50", 1_250_50],
  ['1 250,00', 1_250_00],
  ['1 250.5', 1_250_50],
  ['1,234,567', 1_234_567_00],
  ['1.234.567,89', 1_234_567_89],
  ['1\u00a0250,00', 1_250_00],
  ['1\u2009250,00', 1_250_00],
  ['1\u202f250,00', 1_250_00],
  ['0', 0],
  ['0,5', 50],
  ['0.01', 1],
  ['.5', 50],
  [',50', 50],
  ['12.', 12_00],
  ['12,', 12_00],
  ['1,250.', 1_250_00],
  ['007', 7_00],
  ['  12,50 ', 12_50],
  ['9999999999999.99', 999_999_999_999_999],
])('reads %s as %i minor units', (text, minor) => {
  expect(minorOf(text)).toBe(minor);
});

test.each([
  ['£1,250.00', 'GBP'],
  ['+£1,250.00', 'GBP'],
  ['1,250.00 GBP', 'GBP'],
  ['gbp 1250', 'GBP'],
  ['€1,250.00', 'EUR'],
  ['1.250,00\u00a0€', 'EUR'],
  ['1\u202f250,00 eur', 'EUR'],
])('reads %s, pasted from a page, as 1,250.00 %s, and rejects it in a field of another currency', (text, currency) => {
  expect(readTypedAmount(text)).toEqual({ minor: 1_250_00, currency });
  expect(minorOf(text, currency)).toBe(1_250_00);
  const other = currency === 'GBP' ? 'EUR' : 'GBP';
  expect(faultOf(text, other)).toMatch(new RegExp(`^This amount is in ${other}. Write it without (£|€|GBP|EUR)\\.$`));
});

test.each([
  ['1.250', 'Is this 1,250.00 or 1.25? Write 1250 or 1.25.'],
  ['0,500', 'Is this 500.00 or 0.50? Write 500 or 0.50.'],
  ['.500', 'Is this 500.00 or 0.50? Write 500 or 0.50.'],
  ['1,23,4', 'Is this 1,234.00 or 123.40? Write 1234 or 123.40.'],
  ['1.2345', 'Is this 12,345.00 or 1.23? Write 12345 or 1.23.'],
  ['12.505', 'Is this 12,505.00 or 12.50? Write 12505 or 12.50.'],
  ['1,250,00', 'Is this 125,000.00 or 1,250.00? Write 125000 or 1250.00.'],
  ['1,250.505', 'Is this 1,250,505.00 or 1,250.50? Write 1250505 or 1250.50.'],
  ['1.250.', 'Is this 1,250.00 or 1.25? Write 1250 or 1.25.'],
  ['12 50', 'Is this 1,250.00 or 12.50? Write 1250 or 12.50.'],
  ['£1.250', 'Is this £1,250.00 or £1.25? Write 1250 or 1.25.', 'GBP'],
  ['1.250', 'Is this €1,250.00 or €1.25? Write 1250 or 1.25.', 'EUR'],
])('rejects %s, which could be two amounts, and offers both spellings', (text, fault, currency?: string) => {
  expect(faultOf(text, currency)).toBe(fault);
});

test.each([
  // The same mark twice before three digits is not a decimal mark.
  ['1.250.000', 'Is this 1,250,000.00? Write 1250000.'],
  ['1,24,950', 'Is this 124,950.00? Write 124950.'],
  ['12,34,567', 'Is this 1,234,567.00? Write 1234567.'],
  ['1 2345', 'Is this 12,345.00? Write 12345.'],
  ['0.000', 'Is this 0.00? Write 0.'],
])('rejects %s, which can only be one amount, and offers its plain spelling', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test.each([
  '',
  ' ',
  '.',
  ',',
  '£',
  'GBP',
  'ten',
  '1e3',
  '-5',
  '−5',
  '£-5',
  '(5)',
  '12.50-',
  '++5',
  '$5',
  '£5 GBP',
  '1  250',
  '1\t250',
  '1,,250',
  '１２',
  '١٢',
  '12.50 each',
  '99999999999999',
  '9'.repeat(300),
])('rejects %j, which is not an amount, and shows an example', (text) => {
  expect(faultOf(text)).toBe('Enter an amount such as 12.50.');
});

const locales = ['en-GB', 'de-DE', 'fr-FR', 'de-CH'] as const;
const amounts = fc.integer({ min: 0, max: 999_999_999_999_999 });

test('reads every amount that a locale has formatted with decimals, with and without the currency', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(...locales), fc.constantFrom('GBP', 'EUR'), (minor, locale, currency) => {
      const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
      const exact = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}` as `${number}`;
      const write = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options).format(exact);
      expect(minorOf(write(digits), currency)).toBe(minor);
      for (const currencyDisplay of ['symbol', 'code'] as const) {
        const text = write({ ...digits, style: 'currency', currency, currencyDisplay });
        expect(readTypedAmount(text, currency)).toEqual({ minor, currency });
      }
    }),
  );
});

test('reads a whole amount that a locale has formatted without decimals, or rejects it and offers its plain spelling', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999_999 }), fc.constantFrom(...locales), (major, locale) => {
      const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(major);
      if (locale === 'de-DE' && major >= 1000) expect(faultOf(text)).toContain(`Write ${major}`);
      else expect(minorOf(text)).toBe(major * 100);
    }),
  );
});

test('reads each spelling that it offers as the amount for which it was offered', () => {
  const texts = fc.string({ unit: fc.constantFrom('0', '1', '5', '.', ',', ' ', "'"), maxLength: 9 });
  fc.assert(
    fc.property(texts, (text) => {
      const [, amountList, spellings] = /^Is this (.*)\? Write (.*)\.$/.exec(faultOf(text) ?? '') ?? [];
      const offered = spellings?.split(' or ') ?? [];
      expect(offered.map((each) => minorOf(each))).toEqual(
        (amountList?.split(' or ') ?? []).map((each) => minorOf(each)),
      );
      expect(offered.map((each) => minorOf(each))).not.toContain(null);
    }),
  );
});
