import type { Seen } from '#proofs/abuse/everybody-else.ts';

/** One round: a quiet period, and the attack right after it. */
export interface Round {
  quiet: Seen;
  under: Seen;
}

const widths = [34, 28, 28, 24, 10, 6, 6];
const line = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' ');

export function printTop(): void {
  console.log(
    '\nmilliseconds: quiet [lowest–highest of the rounds] → under attack (bound), p99; MB: peak; the median of the rounds; busy: percent of the server’s cores\n',
  );
  console.log(line(['attack', 'list', 'sign-in', 'memory', 'busy', '5xx', '4xx', '']));
}

/** 'noise' when every miss is smaller than the difference between two quiet rounds, which the machine can cause. */
type Verdict = 'held' | 'noise' | 'missed';

export const judgeRounds = (rounds: readonly Round[]): Verdict => judgeAll(rounds).verdict;

/** Prints the results of an attack, and returns whether every bound held. */
export function printRow(name: string, rounds: readonly Round[], answers: string): boolean {
  const { figures, failures, refused, verdict } = judgeAll(rounds);
  const busy = `${median(rounds.map(({ quiet }) => quiet.busy))} → ${median(rounds.map(({ under }) => under.busy))}`;
  const words = { held: 'held', noise: 'MISSED by less than quiet rounds differ', missed: 'MISSED' }[verdict];
  const cells = figures.map((figure) => figure.words);
  console.log(line([name, ...cells, busy, String(failures), String(refused), `${words}, ${rounds.length} rounds`]));
  console.log(`  the attacker got ${answers}`);
  return verdict === 'held';
}

function judgeAll(rounds: readonly Round[]) {
  const timeBound = (quiet: number) => Math.max(2 * quiet, quiet + 50);
  const figures = [
    judge(rounds, (seen) => seen.list, timeBound),
    judge(rounds, (seen) => seen.signIn, timeBound),
    judge(
      rounds,
      (seen) => seen.memory,
      (quiet) => quiet + 100,
    ),
  ];
  const failures = rounds.reduce((sum, { under }) => sum + under.failures, 0);
  const refused = rounds.reduce((sum, { under }) => sum + under.refused, 0);
  const missed = figures.filter(({ isHeld }) => !isHeld);
  const isServed = failures === 0 && refused === 0;
  const isNoise = missed.every((each) => each.isWithinNoise);
  const verdict: Verdict = !isServed || !isNoise ? 'missed' : missed.length === 0 ? 'held' : 'noise';
  return { figures, failures, refused, verdict };
}

function judge(rounds: readonly Round[], of: (seen: Seen) => number, boundOf: (quiet: number) => number) {
  // The median of the rounds by their ratio of figure to bound.
  const shares = rounds.map(({ quiet, under }) => ({ quiet: of(quiet), under: of(under), bound: boundOf(of(quiet)) }));
  const sorted = shares.toSorted((one, other) => one.under / one.bound - other.under / other.bound);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? { quiet: 0, under: 0, bound: 0 };
  const [lowest, highest] = [
    Math.min(...shares.map(({ quiet }) => quiet)),
    Math.max(...shares.map(({ quiet }) => quiet)),
  ];
  const [quiet, under, bound, low, high] = [middle.quiet, middle.under, middle.bound, lowest, highest].map((value) =>
    value.toFixed(0),
  );
  return {
    isHeld: middle.under <= middle.bound,
    isWithinNoise: middle.under - middle.bound <= highest - lowest,
    words: `${quiet} [${low}–${high}] → ${under} (${bound})`,
  };
}

function median(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0);
}
