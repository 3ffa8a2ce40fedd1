import type { Currency } from '@volume/contract/money.ts';
import { parseUtc } from '@volume/contract/period.ts';
import { isIndexed, isSearchable, searchTooShort } from '@volume/contract/search-term.ts';
import { readTypedAmount } from '@volume/contract/typed-amount.ts';
import { Problem } from '#core/problem.ts';
import { allOf, type Sql, sql } from '#database/sql.ts';

/** What each filter of a list means in SQL, null where its value lets everything through: one that is left out does not compile. */
export type FilterRules<Filters> = {
  [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => Sql | null;
};

/** Whether a filter asks for anything: nothing and an empty list do not. */
export const isAsked = (value: unknown): boolean => value != null && !(Array.isArray(value) && value.length === 0);

/** The condition that a list's filters make; `owner` is whose rows it reads, whatever is asked. */
export function toWhere<Filters extends object>(
  rules: FilterRules<Filters>,
  filters: Filters,
  ...owner: readonly Sql[]
): Sql {
  const asked = Object.entries(filters).filter(([name, value]) => name in rules && isAsked(value));
  return allOf([...owner, ...asked.map(([name, value]) => rules[name as keyof Filters](value as never))]);
}

/** Later than this the database's calendar and a wire time no longer write a year alike. */
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The first time outside of a period that ends at this wire time; times are kept to the millisecond. */
export function justAfter(end: string): Date {
  return new Date(Math.min(parseUtc(end) + 1, last));
}

/** The refusal of a search text for which every row of a merchant would have to be read. */
export const tooShort = (): Problem =>
  new Problem(400, 'A search needs three letters or digits in a row, or an amount.', { statusName: searchTooShort });

/** A text that may be searched: an expression of lower case that a trigram index has, and the columns of its row's sum. */
interface Searched {
  text: Sql;
  amount: Sql;
  currency: Sql;
}

/**
 * Rows whose text holds every word of a search, or whose sum it is (contract §3 Filters); null for no words.
 * @throws Problem 400 where no index knows any of it, so that every row of a merchant would be read
 */
export function holdsSearch({ text, amount, currency }: Searched, search: string): Sql | null {
  const words = search.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return null;
  if (!isSearchable(search)) throw tooShort();
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  // Both sides by the database: its locale alone says what lower case is.
  const found = allOf(patterns.map((pattern) => sql`${text} LIKE lower(${pattern}::text)`));
  const sum = toSearchAmount(search);
  if (sum === null) return found;
  const ofCurrency = sum.currency === null ? null : sql`${currency} = ${sum.currency}::currency`;
  const ofSum = allOf([sql`${amount} = ${sum.minor}::bigint`, ofCurrency]);
  return isIndexed(search) ? sql`(${found} OR ${ofSum})` : ofSum;
}

/** An amount that is searched for. */
interface SearchAmount {
  /** Minor units. */
  minor: number;
  /** Null where none is named. */
  currency: Currency | null;
}

/** Numbers that are given to people, orders and accounts, begin with a zero; an amount does not, nor does it begin or end with a mark. */
const isNumber = /^\D*(?:0\d|[+.,])|[.,]\D*$/;

/** Reads a search term as the amount a person writes it for, `1249.5`, `£1,249.50`, `1 249,50 €`; null where it is none, zero, or might be two amounts. */
export function toSearchAmount(term: string): SearchAmount | null {
  const read = readTypedAmount(term.replaceAll(/\s+/g, ' '));
  return isNumber.test(term) || 'fault' in read || read.minor === 0 ? null : read;
}
