import type { Matches, Match, Rule } from '#features/reconciliation/matching/result.ts';
import type { Sample, Situation, Truth } from './sample-statement.ts';

export interface Verdict {
  exactFound: number;
  exactMissed: number;
  exactWrong: number;
  proposed: number;
  proposedRight: number;
  /** Of the true matches that are not exact, how many were correctly proposed. */
  found: Partial<Record<Situation, { of: number; found: number }>>;
  wrong: Partial<Record<Rule, number>>;
}

export function judge({ lines, entries, truths }: Sample, matches: Matches): Verdict {
  const byLine = new Map(truths.flatMap((truth) => truth.lines.map((line) => [line, truth] as const)));
  const numbers = (match: Match): number[] => match.lines.map((at) => lines[at]?.number ?? 0);
  const ids = (match: Match): string[] => match.entries.map((at) => entries[at]?.id ?? '');
  const truthOf = (match: Match): Truth | undefined => byLine.get(numbers(match)[0] ?? 0);
  const isRight = (match: Match): boolean => isTrue(truthOf(match), numbers(match), ids(match), match);
  const right = new Set([...matches.exact, ...matches.proposals].filter(isRight).map((match) => truthOf(match)));
  const rightExact = new Set(matches.exact.filter(isRight).map((match) => truthOf(match)));
  const exact = truths.filter(({ situation }) => situation === 'exact');
  const verdict: Verdict = {
    exactFound: exact.filter((truth) => rightExact.has(truth)).length,
    exactMissed: exact.filter((truth) => !rightExact.has(truth)).length,
    exactWrong: matches.exact.filter((match) => !isRight(match)).length,
    proposed: matches.proposals.length,
    proposedRight: matches.proposals.filter(isRight).length,
    found: {},
    wrong: {},
  };
  for (const truth of truths) {
    const count = (verdict.found[truth.situation] ??= { of: 0, found: 0 });
    count.of += 1;
    if (right.has(truth)) count.found += 1;
  }
  for (const { rule } of matches.proposals.filter((match) => !isRight(match))) {
    verdict.wrong[rule] = (verdict.wrong[rule] ?? 0) + 1;
  }
  return verdict;
}

function isTrue(truth: Truth | undefined, lines: number[], entries: string[], match: Match): boolean {
  if (!truth) return false;
  const hasAll = (some: readonly unknown[], all: readonly unknown[]) => some.every((each) => all.includes(each));
  // Either of two equal lines is right, and either of two payments with the same reference.
  if (truth.situation === 'duplicate') return hasAll(entries, truth.entries) && hasAll(lines, truth.lines);
  if (truth.situation === 'repeated') return match.rule !== 'duplicate' && hasAll(entries, truth.entries);
  const isWhole = lines.length === truth.lines.length && entries.length === truth.entries.length;
  return isWhole && hasAll(lines, truth.lines) && hasAll(entries, truth.entries);
}
