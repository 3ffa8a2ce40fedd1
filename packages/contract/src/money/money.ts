import * as z from 'zod/mini';
import { currencies } from './currencies.ts';

/** A literal, so that readers refuse other currencies: an amount in one is not known to have two decimals (contract §9). */
export const Currency = z.literal(currencies);
export type Currency = z.output<typeof Currency>;

/** `major * 100` becomes less accurate the larger the number is, so from 10^12 on the decimal digits are used. */
const toMinor = (major: number): number =>
  (Math.abs(major) < 1e12 ? Math.round(major * 100) : Number(major.toFixed(2).replace('.', ''))) || 0;

/** Above 2^46 major units, neighbouring doubles are more than a penny apart (docs/decisions/24-exact-sums.md). */
const exactMinor = 100 * 2 ** 46;

/** A JSON number that a double cannot represent; `writeJson` writes its digits. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): string {
    return `\u0000${this.text}`;
  }
}

/** Converts minor units to a wire number in major units; exact at any size when `writeJson` writes it. */
export function toMajor(minor: number | bigint): number {
  const isExact = minor <= exactMinor && minor >= -exactMinor;
  return isExact ? Number(minor) / 100 : (new Digits(majorText(minor)) as unknown as number);
}

/** JSON with every amount exact to the penny. None of our texts contains NUL, so a string that starts with it is a number. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('"\\u0000') ? text.replaceAll(/"\\u0000(-?\d+\.\d\d)"/g, '$1') : text;
}

/** Minor units as digits in major units, `1249.50`; exact at any size. */
export function majorText(minor: number | bigint): string {
  const digits = BigInt(minor).toString();
  const sign = digits.startsWith('-') ? '-' : '';
  const padded = digits.slice(sign.length).padStart(3, '0');
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`;
}

const isWireAmount = (value: unknown): boolean => Number.isFinite(value) || value instanceof Digits;
const isMinorAmount = (value: unknown): boolean => Number.isFinite(value) || typeof value === 'bigint';

export const WireAmount = z.custom<number>(isWireAmount, 'must be a number');

/** An amount in a response: major units on the wire, integer minor units inside; more than two decimals are rounded (contract §1, §9). */
export const Amount = z.codec(WireAmount, z.custom<number>(isMinorAmount), { decode: toMinor, encode: toMajor });

/** True when the number is exactly the double of its digits to the second decimal, not a neighbouring one. */
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

/**
 * An amount in a request: at least 0.01, at most two decimals (contract §11). The server also applies its own maximum.
 * Minor units inside.
 */
export const AmountInput = amountFrom(0.01);

/** Like `AmountInput`, but zero is allowed. */
export const AmountFromZero = amountFrom(0);

/** An amount as text in a query or the address: `12`, `12.5`, `12.50`; minor units inside. */
export const AmountText = z.codec(
  z.string().check(z.regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be an amount such as 12.50')),
  z.int(),
  { decode: (text) => toMinor(Number(text)), encode: (minor) => String(toMajor(minor)) },
);

/** An amount in a sentence without a currency, `1,000,000.00`; takes minor units. */
export function sayMajor(minor: number): string {
  return majorText(minor).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** An amount for logs and messages, `1,012.50 GBP`; takes minor units. */
export function sayAmount(minor: number, currency: Currency): string {
  return `${sayMajor(minor)} ${currency}`;
}

const signs = { currency: { EUR: '€', GBP: '£' }, minus: '\u2212' } as const;

/** An exact amount in major units, `875.169495`, as documents and pages show it: `£875.169495`, with at least two decimals. */
export function sayExact(exact: string, currency: Currency): string {
  const [whole = '0', decimals = ''] = exact.split('.');
  return `${signs.currency[currency]}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`;
}

/** An amount for documents, `£1,012.50`, negative `−£5.50`; exact at any size. `signed` also writes `+`. */
export function sayMoney(minor: number | bigint, currency: Currency, style?: 'signed'): string {
  const digits = majorText(minor)
    .replace('-', '')
    .replace(/\B(?=(\d{3})+\.)/g, ',');
  const sign = minor < 0 ? signs.minus : style === 'signed' ? '+' : '';
  return `${sign}${signs.currency[currency]}${digits}`;
}
