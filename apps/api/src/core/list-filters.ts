import type { Currency } from '@volume/contract/money/money.ts';
import { parseUtc } from '@volume/contract/lists/period.ts';
import { isIndexed, isSearchable, searchTooShort } from '@volume/contract/lists/search-term.ts';
import { readTypedAmount } from '@volume/contract/money/typed-amount.ts';
import { Problem } from '#core/problem.ts';
import { toPattern, toSearchWords } from '#core/search-words.ts';
import { allOf, type Sql, sql } from '#database/sql.ts';

/** The SQL condition of each filter; null when the value excludes nothing. All filters must be listed. */
export type FilterRules<Filters> = {
  [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => Sql | null;
};

export const isSet = (value: unknown): boolean => value != null && !(Array.isArray(value) && value.length === 0);

/** The condition of a list's filters; `owner` restricts the rows regardless of the filters. */
export function toWhere<Filters extends object>(
  rules: FilterRules<Filters>,
  filters: Filters,
  ...owner: readonly Sql[]
): Sql {
  const asked = Object.entries(filters).filter(([name, value]) => name in rules && isSet(value));
  return allOf([...owner, ...asked.map(([name, value]) => rules[name as keyof Filters](value as never))]);
}

/** Beyond this, the database and the wire format write years differently. */
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The first moment after a period that ends at this wire time; times have millisecond precision. */
export function momentAfter(end: string): Date {
  return new Date(Math.min(parseUtc(end) + 1, last));
}

/** The error for a search that would have to read every row of a merchant. */
export const tooShort = (): Problem =>
  new Problem(400, 'A search needs three letters or digits in a row, or an amount.', { statusName: searchTooShort });

/** A searchable text: a lower-case expression with a trigram index, and the columns of the row's amount. */
interface Searched {
  text: Sql;
  amount: Sql;
  currency: Sql;
  /** Compared with a sort code in front of an account number; the text has only the number. */
  sortCode?: Sql;
}

const sortCodes = /^\d\d-\d\d-\d\d$/;

/**
 * The condition for rows whose text contains every word of a search, or whose amount equals it (contract §3 Filters); null for an
 * empty search.
 * @throws Problem 400 when no index can be used, so that every row of a merchant would be read
 */
export function matchesSearch({ text, amount, currency, sortCode }: Searched, search: string): Sql | null {
  const words = toSearchWords(search);
  if (words.length === 0) return null;
  const term = words.join(' ');
  if (!isSearchable(term)) throw tooShort();
  // Both sides use the database's lower(), which depends on its locale.
  const isFound = (word: string) => sql`${text} LIKE lower(${toPattern(word)}::text)`;
  const others = words.filter((word) => !sortCodes.test(word));
  // Only the text has an index, so that one of its words must use it.
  const canCompare = sortCode !== undefined && isIndexed(others.join(' '));
  const found = allOf(
    words.map((word) =>
      canCompare && !others.includes(word) ? sql`(${isFound(word)} OR ${sortCode} = ${word})` : isFound(word),
    ),
  );
  const sum = toSearchAmount(term);
  if (sum === null) return found;
  const ofCurrency = sum.currency === null ? null : sql`${currency} = ${sum.currency}::currency`;
  const ofSum = allOf([sql`${amount} = ${sum.minor}::bigint`, ofCurrency]);
  return isIndexed(term) ? sql`(${found} OR ${ofSum})` : ofSum;
}

interface SearchAmount {
  /** Minor units. */
  minor: number;
  currency: Currency | null;
}

/** Identifiers have leading zeros, amounts do not; nor do amounts begin or end with punctuation. */
const isNumber = /^\D*(?:0\d|[+.,])|[.,]\D*$/;

/** Parses a search term as an amount, `1249.5`, `£1,249.50`, `1 249,50 €`; null when it is none, zero, or ambiguous. */
export function toSearchAmount(term: string): SearchAmount | null {
  const read = readTypedAmount(term.replaceAll(/\s+/g, ' '));
  return isNumber.test(term) || 'fault' in read || read.minor === 0 ? null : read;
}
