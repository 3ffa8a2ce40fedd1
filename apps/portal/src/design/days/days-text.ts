import { formatDateTime } from '#design/text/format-date.ts';
import type { OpenRange } from './date-presets.ts';

// Not in date-presets.ts, which comes with every page.

/** The days of a range with their years, for paper: `22 Oct 2026 to 21 Nov 2026`. */
export function daysText({ from, to }: OpenRange): string | undefined {
  const [first, last] = [from, to].map((day) => day && formatDateTime(day, 'UTC', 'date'));
  if (first !== undefined && last !== undefined) return first === last ? first : `${first} to ${last}`;
  if (first !== undefined) return `since ${first}`;
  return last && `until ${last}`;
}
