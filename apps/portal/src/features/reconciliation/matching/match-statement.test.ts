import { describe, expect, test } from 'vitest';
import { sampleStatement } from '#features/reconciliation/sample/sample-statement.ts';
import { judge } from '#features/reconciliation/sample/judge.ts';
import { matchStatement } from './match-statement.ts';

describe.each([1, 2, 3])('10,000 lines with a known solution (seed %i)', (seed) => {
  const sample = sampleStatement(seed, 10_000);
  const matches = matchStatement(sample);
  const verdict = judge(sample, matches);

  test('finds every exact match and calls no wrong one exact', () => {
    expect(verdict.exactMissed).toBe(0);
    expect(verdict.exactWrong).toBe(0);
  });

  test('is right in nine of ten proposals', () => {
    expect(verdict.proposed).toBeGreaterThan(1000);
    expect(verdict.proposedRight / verdict.proposed).toBeGreaterThan(0.9);
  });
});

test('the sample catches a matcher that trusts amount and day', () => {
  const sample = sampleStatement(1, 10_000);
  const byDayAndSum = new Map(sample.entries.map(({ day, amount }, at) => [`${day} ${amount}`, at] as const));
  const naive = sample.lines.flatMap(({ day, amount }, at) => {
    const entry = byDayAndSum.get(`${day} ${amount}`);
    const apart = { daysApart: 0, difference: 0, hasSameName: false };
    return entry === undefined ? [] : [{ rule: 'exact' as const, lines: [at], entries: [entry], ...apart }];
  });
  const verdict = judge(sample, { exact: naive, proposals: [] });
  expect(verdict.exactWrong).toBeGreaterThan(100);
  expect(verdict.exactMissed).toBeGreaterThan(1000);
});

test('gives the same result for the same files, whatever the order of the entries', () => {
  const sample = sampleStatement(4, 2000);
  const turned = { ...sample, entries: sample.entries.toReversed() };
  const last = sample.entries.length - 1;
  const { exact } = matchStatement(sample);
  const again = matchStatement(turned).exact.map((match) => ({
    ...match,
    entries: match.entries.map((at) => last - at),
  }));
  expect(again).toEqual(exact);
  expect(matchStatement(sample)).toEqual(matchStatement(sample));
});
