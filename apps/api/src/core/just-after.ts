import { parseUtc } from '@volume/contract/period.ts';

/** Later than this the database's calendar and a wire time no longer write a year alike. */
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The first moment outside of a period that ends at this wire time; times are kept to the millisecond. */
export function justAfter(end: string): Date {
  return new Date(Math.min(parseUtc(end) + 1, last));
}
