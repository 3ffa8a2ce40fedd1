import * as z from 'zod/mini';

export const currencies = ['EUR', 'GBP'] as const;
export const Currency = z.enum(currencies);
export type Currency = z.output<typeof Currency>;

const toMinor = (major: number): number => Math.round(major * 100) || 0;
const toMajor = (minor: number): number => minor / 100;

/** Answered amount: major units on the wire, integer minor units inside; more than two decimals are rounded (contract §1, §9). */
export const Amount = z.codec(z.number(), z.number(), { decode: toMinor, encode: toMajor });

/** A number has two decimals at most when it is the one its digits to the second decimal say, not one near it. */
function hasTwoDecimals(major: number): boolean {
  return Number(major.toFixed(2)) === major;
}

const amountFrom = (least: number) =>
  z.codec(
    z.number().check(
      z.refine(hasTwoDecimals, 'must have at most two decimals'),
      z.gte(least, `must be at least ${least}`),
      z.refine((major: number) => Number.isSafeInteger(Math.round(major * 100)), 'is too large'),
    ),
    z.int(),
    { decode: toMinor, encode: toMajor },
  );

/** Amount in a request: at least 0.01, at most two decimals (contract §11); the server adds its own largest amount. Minor units inside. */
export const AmountInput = amountFrom(0.01);

/** The same where nothing may be asked for. */
export const AmountFromZero = amountFrom(0);

/** Amount as text in a query or the address: `12`, `12.5`, `12.50`; minor units inside. */
export const AmountText = z.codec(
  z.string().check(z.regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be an amount such as 12.50')),
  z.int(),
  { decode: (text) => toMinor(Number(text)), encode: (minor) => String(toMajor(minor)) },
);

/** An amount in a sentence that names no currency, `1,000,000.00`; minor units given. */
export function sayMajor(minor: number): string {
  return (minor / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** An amount for logs and messages, `12.50 GBP`; minor units given. */
export function sayAmount(minor: number, currency: Currency): string {
  return `${(minor / 100).toFixed(2)} ${currency}`;
}
