import type { BankLine } from '#features/reconciliation/reading/statement.ts';
import type { BookEntry } from './books.ts';

/** The rule behind a match; the screen shows a sentence for each. */
const rules = [
  'exact',
  'ambiguous',
  'swapped',
  'late',
  'joined',
  'split',
  'name',
  'misspelt',
  'difference',
  'batch',
  'duplicate',
  'sum',
  /** Matched by a user. */
  'hand',
] as const;
export type Rule = (typeof rules)[number];

/** Lines of the bank and entries of the books that belong together, by index. One side can have several. */
export interface Match {
  rule: Rule;
  lines: number[];
  entries: number[];
  /** Days from the entry to the line; the longest if there are several. */
  daysApart: number;
  /** The bank's total minus ours, in minor units. */
  difference: number;
  hasSameName: boolean;
  /** For a duplicate line: the index of the other. */
  twin?: number | undefined;
}

export interface Matches {
  exact: Match[];
  proposals: Match[];
}

export interface Sides {
  lines: readonly BankLine[];
  entries: readonly BookEntry[];
}
