import { addDays } from '#design/days/date-presets.ts';
import type { Span } from './span.ts';

/** Whole UTC days, both ends included. */
export interface Period {
  from: string;
  to: string;
}

/** The days that end today, and as many before them. `today` is a UTC day. */
export function periodsOf(span: Span, today: string): { now: Period; before: Period } {
  const days = Number(span);
  return {
    now: { from: addDays(today, 1 - days), to: today },
    before: { from: addDays(today, 1 - 2 * days), to: addDays(today, -days) },
  };
}

/** Every day of a period, in order. */
export function daysOf({ from, to }: Period): string[] {
  const days = [from];
  while (days.length < 400 && days.at(-1) !== to) days.push(addDays(days.at(-1) ?? from, 1));
  return days;
}

/** A period as the calls name it (§7). */
export const toWirePeriod = ({ from, to }: Period) => ({
  startDateTimeUtc: `${from}T00:00:00.000`,
  endDateTimeUtc: `${to}T23:59:59.999`,
});
