import * as z from 'zod/mini';

export const currencies = ['EUR', 'GBP'] as const;
export const Currency = z.enum(currencies);
export type Currency = z.output<typeof Currency>;

const toMinor = (major: number): number => Math.round(major * 100) || 0;
const toMajor = (minor: number): number => minor / 100;

/** Answered amount: major units on the wire, integer minor units inside; more than two decimals are rounded (contract §1, §9). */
export const Amount = z.codec(z.number(), z.number(), { decode: toMinor, encode: toMajor });

/** A product with 100 strays from the whole number the further the larger it is: from a hundred million on, the digits decide. */
function hasTwoDecimals(major: number): boolean {
  return Math.abs(major * 100 - Math.round(major * 100)) < 1e-6 || Number(major.toFixed(2)) === major;
}

/** Amount in a request: positive, at most two decimals, at most 2^53−1 minor units. */
export const AmountInput = z.codec(
  z.number().check(
    z.positive('must be more than 0'),
    z.refine(hasTwoDecimals, 'must have at most two decimals'),
    z.refine((major: number) => Number.isSafeInteger(Math.round(major * 100)), 'is too large'),
  ),
  z.int(),
  { decode: toMinor, encode: toMajor },
);

/** Amount as text in a query or the address: `12`, `12.5`, `12.50`; minor units inside. */
export const AmountText = z.codec(
  z.string().check(z.regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be an amount such as 12.50')),
  z.int(),
  { decode: (text) => toMinor(Number(text)), encode: (minor) => String(toMajor(minor)) },
);

/** An amount for logs and messages, `12.50 GBP`; minor units given. */
export function sayAmount(minor: number, currency: Currency): string {
  return `${(minor / 100).toFixed(2)} ${currency}`;
}
