import type { BankLine } from '#features/reconciliation/reading/statement.ts';
import type { BookEntry } from './books.ts';

/** Why lines and entries are put together; each rule is one sentence on the screen. */
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
  /** A person said so. */
  'hand',
] as const;
export type Rule = (typeof rules)[number];

/** Lines of the bank and entries of the books that belong together, by their places; one side may have several. */
export interface Match {
  rule: Rule;
  lines: number[];
  entries: number[];
  /** Days from the entry to the line, the longest where there are several. */
  daysApart: number;
  /** Minor units by which the bank has more than the books. */
  difference: number;
  hasSameName: boolean;
  /** For a line that stands twice: the place of the other. */
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
