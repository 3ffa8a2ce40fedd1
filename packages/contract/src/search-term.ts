/** Three letters or digits one after the other, or a whole word between two signs: what an index of texts knows. */
const indexed = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}\s][\p{L}\p{N}]+[^\p{L}\p{N}\s]/u;
export const isIndexed = (text: string): boolean => indexed.test(text);

/** What is said of a search that is too short for it. */
export const tooShortToSearch = 'A search needs three letters or digits in a row, or an amount.';

/** An amount without three digits in a row and without a currency; the API reads them all. */
const shortAmount = /^(?!0\d|[0.,]+$)\d{1,2}([.,]\d{1,2})?$/;

/** Whether a text can be searched for: fewer letters are in too many. One beyond Latin, its accents apart, is enough. */
export function isSearchable(text: string): boolean {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return isIndexed(plain) || /[^\0-\x7f]/.test(plain) || shortAmount.test(text);
}

/** Why a text is not searched for; undefined where it is. */
export const whyNotSearchable = (text: string): string | undefined =>
  isSearchable(text) ? undefined : tooShortToSearch;
