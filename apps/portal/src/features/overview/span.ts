// Apart from what counts with days: the address is read on every page.

export const spans = ['7', '30', '90'] as const;
/** How many days before today the overview looks back on. */
export type Span = (typeof spans)[number];

/** How many days the address asks for; undefined for the usual 30 and for anything else. */
export const readSpan = (given: unknown): Span | undefined =>
  spans.find((span) => span !== '30' && span === String(given));
