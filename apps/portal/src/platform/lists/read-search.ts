import { Id } from '@volume/contract/ids.ts';
import * as z from 'zod/mini';

/** A whole number from 1 to `most` in the address; repeated keys and anything else are none (§5). */
export function readWhole(given: unknown, most: number): number | undefined {
  const text = String(given ?? '');
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

/** An id in the address, undefined when it is none. */
export function readId(given: unknown): string | undefined {
  return z.safeParse(Id, given).data;
}

/** The UTC day of a date or an instant in the address, 'YYYY-MM-DD'; undefined for days that do not exist. */
export function readDay(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?$/.test(given)) return undefined;
  const day = given.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : day;
}
