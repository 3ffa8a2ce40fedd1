import type { Currency } from '@volume/contract/money.ts';

/** An amount that is searched for. */
interface SearchAmount {
  /** Minor units. */
  minor: number;
  /** Null where none is named. */
  currency: Currency | null;
}

const currencies: Record<string, Currency> = { '£': 'GBP', gbp: 'GBP', '€': 'EUR', eur: 'EUR' };
const sign = '£|€|gbp|eur';
/** Its thousands grouped by one and the same sign or not at all; at most as many digits as an amount of the wire has. */
const written = new RegExp(
  `^(${sign})? ?(?<whole>\\d{1,3}(?:(?<between>[ ,.'’])\\d{3}(?:\\k<between>\\d{3}){0,2})?|\\d{4,13})(?:(?<point>[.,])(?<pence>\\d{1,2}))? ?(${sign})?$`,
  'i',
);

/** Reads a search term as the amount a person writes it for, `1249.5`, `£1,249.50`, `1 249,50 €`; null where it is none. */
export function toSearchAmount(term: string): SearchAmount | null {
  const found = written.exec(term.trim().replaceAll(/\s+/g, ' '));
  if (found === null) return null;
  const [, before, , , , , after] = found;
  const { whole = '', between, point, pence = '' } = found.groups ?? {};
  const isTwice = before !== undefined && after !== undefined;
  const digits = whole.replaceAll(/\D/g, '');
  // What begins with a nought is a number somebody was given: an order, an account.
  const isNumber = /^0\d/.test(digits);
  const minor = Number(digits + pence.padEnd(2, '0'));
  if (isTwice || isNumber || minor === 0 || (point !== undefined && point === between)) return null;
  return { minor, currency: currencies[(before ?? after ?? '').toLowerCase()] ?? null };
}
