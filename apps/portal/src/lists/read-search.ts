import { idPattern } from '@volume/contract/id-pattern.ts';
import { readList } from '#platform/search-text.ts';

/** A whole number from 1 to `most` in the address; undefined for repeated keys and anything else (§5). */
export function readWhole(given: unknown, most: number): number | undefined {
  const text = String(given ?? '');
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

/** A list's page in the address, from 1; undefined if invalid (§5). */
export const readPage = (given: unknown): number | undefined => readWhole(given, 1_000_000);

/** An id in the address, undefined if invalid. */
export function readId(given: unknown): string | undefined {
  return typeof given === 'string' && idPattern.test(given) ? given.toLowerCase() : undefined;
}

/** Free text in the address as typed, without the characters that the API refuses; undefined if blank. */
export function readText(given: unknown): string | undefined {
  const text = [given].flat()[0];
  if (typeof text !== 'string') return undefined;
  const clean = text.slice(0, 200).replace(/[\p{Cc}\p{Surrogate}]/gu, ' ');
  return clean.trim() === '' ? undefined : clean;
}

/** The allowed values that a parameter contains, in the order of `allowed`. */
export function readChoices<const T extends string>(given: unknown, allowed: readonly T[]): T[] {
  const chosen = readList(given);
  return allowed.filter((choice) => chosen.includes(choice));
}

/** The allowed values and the ids that a parameter contains, each once; undefined without any. */
export function readValuesOrIds(given: unknown, allowed: readonly string[]): string[] | undefined {
  const found = readList(given).flatMap((text) => (allowed.includes(text) ? [text] : (readId(text) ?? [])));
  return found.length > 0 ? [...new Set(found)] : undefined;
}

/** The columns of an open view in the address, in order: `status.amount.payer`; undefined without one. */
export const readColumns = (given: unknown): string | undefined =>
  typeof given === 'string' && /^[a-z.-]{1,300}$/.test(given) ? given : undefined;

/** A range of UTC days ('YYYY-MM-DD') in the address, in order; an invalid date is undefined. */
export function readDays(from: unknown, to: unknown): [from: string | undefined, to: string | undefined] {
  const [first, last] = [readDay(from), readDay(to)];
  return first !== undefined && last !== undefined && first > last ? [last, first] : [first, last];
}

/** The UTC day of a date or timestamp. */
function readDay(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?$/.test(given)) return undefined;
  const day = given.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : day;
}

/** An amount in major units in the address, as text: `12.5`. */
export function readAmount(given: unknown): string | undefined {
  return typeof given === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(given) ? given : undefined;
}
