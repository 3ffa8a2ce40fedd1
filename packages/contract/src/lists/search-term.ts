/**
 * Texts that the database's text index can find: three letters or digits in a row, or a whole word between two punctuation
 * marks. An apostrophe does not count as a punctuation mark here, because a search with it matches any character in its place.
 */
const indexed = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}\s'’][\p{L}\p{N}]+[^\p{L}\p{N}\s'’]/u;
export const isIndexed = (text: string): boolean => indexed.test(text);

/** The statusName of the 400 for a search text that is too short; its errorMessage says how to fix it (contract §3, Filters). */
export const searchTooShort = 'SEARCH_TOO_SHORT';

/** An amount without three digits in a row and without a currency; the API searches for it as an amount. */
const shortAmount = /^(?!0\d|[0.,]+$)\d{1,2}([.,]\d{1,2})?$/;

/**
 * Whether the text is specific enough to search for: a shorter one would match too many rows. One non-Latin character,
 * ignoring accents, is enough.
 */
export function isSearchable(text: string): boolean {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return isIndexed(plain) || /[^\0-\x7f]/.test(plain) || shortAmount.test(text);
}
