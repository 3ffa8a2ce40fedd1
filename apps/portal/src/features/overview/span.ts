import { countDays, mostDays } from '@volume/contract/screens/screen-calls.ts';
import { addDays } from '#design/days/date-presets.ts';
import type { Values } from '#lists/filters.ts';
import { readDays } from '#lists/read-search.ts';

// Separate from the calculations, because every page and the inline script read the address.

/** Whole UTC days, inclusive. */
export interface Period {
  from: string;
  to: string;
}

export const spans = ['7', '30', '90'] as const;
export type Span = (typeof spans)[number];

/** The chosen period: a span of days (30 by default) or a custom range of whole UTC days. */
export interface PeriodChoice {
  days?: Span | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Reads the period from the address. A custom range needs both ends and takes precedence over a span; anything else is
 * the default.
 */
export function readPeriodChoice({ days, from, to }: Values): PeriodChoice {
  const [first, last] = readDays(from, to);
  if (first !== undefined && last !== undefined) return { days: undefined, from: first, to: last };
  return { days: spans.find((span) => span !== '30' && span === String(days)), from: undefined, to: undefined };
}

/**
 * The chosen period as the lists count it (today and the days before it) and the same number of days before; `days` is
 * their length in words. `today` is a UTC day. Of a longer period than `mostDays` it is the end.
 */
export function toPeriods(
  { days = '30', from, to }: PeriodChoice,
  today: string,
): Record<'now' | 'before', Period> & { days: string } {
  const isOwn = from !== undefined && to !== undefined;
  const last = isOwn ? to : today;
  const count = isOwn ? Math.min(mostDays, countDays(from, to)) : Number(days) + 1;
  return {
    now: { from: addDays(last, 1 - count), to: last },
    before: { from: addDays(last, 1 - 2 * count), to: addDays(last, -count) },
    days: count === 1 ? 'day' : `${count} days`,
  };
}
