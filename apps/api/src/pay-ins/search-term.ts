import { foldText } from '#database/fold-text.ts';

/** What one search term is compared with: a LIKE pattern for the folded text, and ranges of ids where it could begin one. */
export interface SearchTerm {
  /** With `\` as the escape character. */
  pattern: string;
  /** Its letters beyond ASCII where it is too short for the trigrams of an index; null where it is not, or has none. */
  letters: string[] | null;
  /** First and last UUID beginning with the term; null when it begins none. */
  ids: { first: string; last: string } | null;
  /** LIKE pattern of the trace ids beginning with the term. */
  traces: string | null;
}

const UUID_DIGITS = 32;
/** Fewer digits begin too many ids: the eight first are a UUIDv7's minute. */
const FEWEST_DIGITS = 8;
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/**
 * Reads a search term (§7 globalSearch): found anywhere in the text of a payment, at the beginning of its ids from eight digits on,
 * whatever the case or Latin accents. Null for an empty term.
 */
export function toSearchTerm(term: string): SearchTerm | null {
  const text = foldText(term.trim());
  if (text === '') return null;
  const digits = text.replaceAll('-', '');
  const isHex = /^[0-9a-f]+$/.test(digits) && digits.length >= FEWEST_DIGITS;
  const isBeginningOfId = isHex && digits.length <= UUID_DIGITS && /^[0-9a-f]{8}/.test(text);
  const letters = [...new Set(text)].filter((letter) => letter > '\u007f');
  return {
    letters: letters.length > 0 && !hasTrigram.test(text) ? letters : null,
    pattern: `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`,
    ids: isBeginningOfId ? { first: toUuid(digits, '0'), last: toUuid(digits, 'f') } : null,
    traces: isHex && digits === text ? `${text}%` : null,
  };
}

function toUuid(digits: string, rest: string): string {
  return digits.padEnd(UUID_DIGITS, rest).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
