import { matchExactly, proposeDifferences, proposeSameReference } from './by-reference.ts';
import { proposeDuplicates, proposeOnlySums, proposeSameSum } from './by-name.ts';
import { proposeBatches, proposeJoined, proposeSplit } from './by-sum.ts';
import type { Match, Matches, Sides } from './result.ts';
import { createField, type Field } from './sides.ts';

/** Most reliable rule first. Lines and entries that one rule takes are no longer available to the next. */
const proposers: readonly ((field: Field) => Match[])[] = [
  proposeSameReference,
  proposeSplit,
  proposeJoined,
  proposeDifferences,
  proposeSameSum,
  proposeDuplicates,
  proposeBatches,
  proposeOnlySums,
];

/**
 * Matches lines with entries: exactly where amount, currency, reference and days leave one candidate, otherwise as
 * proposals. Deterministic. `onStep` receives the progress from 0 to 1.
 */
export function matchStatement(sides: Sides, onStep?: (done: number) => void): Matches {
  const field = createField(sides);
  const exact = matchExactly(field);
  const proposals: Match[] = [];
  for (const [at, propose] of proposers.entries()) {
    onStep?.((at + 1) / (proposers.length + 1));
    proposals.push(...propose(field));
  }
  return { exact, proposals: proposals.toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0)) };
}

/** How many lines match exactly, which shows whether a statement is of this account. */
export const countExact = (sides: Sides): number => matchExactly(createField(sides)).length;
