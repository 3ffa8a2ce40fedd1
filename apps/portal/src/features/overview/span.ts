import type { Values } from '#lists/filters.ts';
import { readDays } from '#lists/read-search.ts';

// Apart from what counts with days: the address is read on every page.

export const spans = ['7', '30', '90'] as const;
/** How many days before today the overview looks back on. */
export type Span = (typeof spans)[number];

/** What the overview looks at: a span, the usual 30 where there is none, or whole UTC days of one's own. */
export interface Look {
  days?: Span | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** What the address asks for; days of one's own need both ends and go before a span. Anything else is the usual 30. */
export function readLook({ days, from, to }: Values): Look {
  const [first, last] = readDays(from, to);
  if (first !== undefined && last !== undefined) return { days: undefined, from: first, to: last };
  return { days: spans.find((span) => span !== '30' && span === String(days)), from: undefined, to: undefined };
}
