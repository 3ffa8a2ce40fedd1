import type { FileFrequency } from '@volume/contract/scheduled-files/scheduled-files.ts';

/** UTC days, such as `2026-11-21`, both inclusive. */
export interface Days {
  first: string;
  last: string;
}

/** The morning after this day on which the next file is made: each day, each Monday, or each first of a month. */
export function nextFileOn(frequency: FileFrequency, day: string): string {
  if (frequency === 'DAILY') return addDays(day, 1);
  if (frequency === 'WEEKLY') return addDays(day, 7 - daysSinceMonday(day));
  const at = new Date(day);
  return toDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
}

/** The days of the file that is made on this morning. */
export function daysOfFile(frequency: FileFrequency, madeOn: string): Days {
  const last = addDays(madeOn, -1);
  if (frequency === 'MONTHLY') return { first: `${last.slice(0, 7)}-01`, last };
  return { first: frequency === 'DAILY' ? last : addDays(madeOn, -7), last };
}

export const toDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10);

export const addDays = (day: string, count: number): string => toDay(Date.parse(day) + count * 86_400_000);

const daysSinceMonday = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;
