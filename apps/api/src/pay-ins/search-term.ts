import { foldText } from '#database/fold-text.ts';

/** What one search term is compared with: LIKE patterns for the folded text, and ranges of ids where it could begin one. */
export interface SearchTerm {
  /** One for each of its words, in whatever order a text has them; with `\` as the escape character. */
  patterns: string[];
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
/** Every word costs a look into the index; those beyond go together, as they were typed. */
const MOST_WORDS = 8;
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/**
 * Reads a search term (§7 globalSearch): its words found anywhere in the text of a payment or of its payer, the whole at the beginning
 * of its ids from eight digits on, whatever the case or Latin accents. Null for an empty term.
 */
export function toSearchTerm(term: string): SearchTerm | null {
  const words = foldText(term)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const text = words.join(' ');
  const parts = [...words.slice(0, MOST_WORDS - 1), words.slice(MOST_WORDS - 1).join(' ')].filter(
    (part) => part !== '',
  );
  const digits = text.replaceAll('-', '');
  const isHex = /^[0-9a-f]+$/.test(digits) && digits.length >= FEWEST_DIGITS;
  const isBeginningOfId = isHex && digits.length <= UUID_DIGITS && /^[0-9a-f]{8}/.test(text);
  const letters = [...new Set(text)].filter((letter) => letter > '\u007f');
  return {
    letters: letters.length > 0 && !hasTrigram.test(text) ? letters : null,
    patterns: parts.map((part) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`),
    ids: isBeginningOfId ? { first: toUuid(digits, '0'), last: toUuid(digits, 'f') } : null,
    traces: isHex && digits === text ? `${text}%` : null,
  };
}

function toUuid(digits: string, rest: string): string {
  return digits.padEnd(UUID_DIGITS, rest).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
