import type { Values } from '#lists/filters.ts';
import { readDays } from '#lists/read-search.ts';

// Kept apart from the calculations, because the address is read on every page.

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
