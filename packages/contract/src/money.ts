import * as z from 'zod/mini';

export const currencies = ['EUR', 'GBP'] as const;
export const Currency = z.enum(currencies);
export type Currency = z.output<typeof Currency>;

/** A product with 100 strays from the whole number the further the larger it is: from a million million on, the digits decide. */
const toMinor = (major: number): number =>
  (Math.abs(major) < 1e12 ? Math.round(major * 100) : Number(major.toFixed(2).replace('.', ''))) || 0;

/** Beyond 2^46 major units the doubles lie further apart than pennies (docs/decisions/24-exact-sums.md). */
const exactMinor = 100 * 2 ** 46;

/** A number of JSON that a double cannot hold: `writeJson` writes its digits. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): string {
    return `\u0000${this.text}`;
  }
}

/** An amount of minor units as a number of the wire, in major units; exact at any size where `writeJson` writes it. */
export function toMajor(minor: number | bigint): number {
  const isExact = minor <= exactMinor && minor >= -exactMinor;
  return isExact ? Number(minor) / 100 : (new Digits(majorText(minor)) as unknown as number);
}

/** JSON with every amount to the penny. No text of ours holds NUL, so what begins with it is a number. */
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

/** Answered amount on the wire: a JSON number. */
export const WireAmount = z.custom<number>(isWireAmount, 'must be a number');

/** Answered amount: major units on the wire, integer minor units inside; more than two decimals are rounded (contract §1, §9). */
export const Amount = z.codec(WireAmount, z.custom<number>(isMinorAmount), { decode: toMinor, encode: toMajor });

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
  return majorText(minor).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** An amount for logs and messages, `1,012.50 GBP`; minor units given. */
export function sayAmount(minor: number, currency: Currency): string {
  return `${sayMajor(minor)} ${currency}`;
}

const signs = { currency: { EUR: '€', GBP: '£' }, minus: '\u2212' } as const;

/** An amount on paper, `£1,012.50`, below zero `−£5.50`; exact at any size. `signed` writes `+` as well. */
export function sayMoney(minor: number | bigint, currency: Currency, style?: 'signed'): string {
  const digits = majorText(minor)
    .replace('-', '')
    .replace(/\B(?=(\d{3})+\.)/g, ',');
  const sign = minor < 0 ? signs.minus : style === 'signed' ? '+' : '';
  return `${sign}${signs.currency[currency]}${digits}`;
}
