/** Three letters or digits one after the other, or a whole word between two signs: what an index of texts knows. */
const indexed = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}\s][\p{L}\p{N}]+[^\p{L}\p{N}\s]/u;
export const isIndexed = (text: string): boolean => indexed.test(text);

/** The statusName of the 400 that refuses a search text; its errorMessage says what helps (contract §3, Filters). */
export const searchTooShort = 'SEARCH_TOO_SHORT';

/** An amount without three digits in a row and without a currency; the API reads them all. */
const shortAmount = /^(?!0\d|[0.,]+$)\d{1,2}([.,]\d{1,2})?$/;

/** Whether a text can be searched for: fewer letters are in too many. One beyond Latin, its accents apart, is enough. */
export function isSearchable(text: string): boolean {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return isIndexed(plain) || /[^\0-\x7f]/.test(plain) || shortAmount.test(text);
}
