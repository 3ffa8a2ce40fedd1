import type { Seen } from '#proofs/abuse/everybody-else.ts';

/** One round: a quiet period, and the attack right after it. */
export interface Round {
  quiet: Seen;
  under: Seen;
}

const widths = [34, 28, 28, 24, 6, 6];
const line = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' ');

export function printTop(): void {
  console.log(
    '\nmilliseconds: quiet [lowest–highest of the rounds] → under attack (bound), p99; MB: peak; the median of the rounds\n',
  );
  console.log(line(['attack', 'list', 'sign-in', 'memory', '5xx', '4xx', '']));
}

/** Prints the results of an attack, and returns whether every bound held. */
export function printRow(name: string, rounds: readonly Round[], answers: string): boolean {
  const timeBound = (quiet: number) => Math.max(2 * quiet, quiet + 50);
  const list = judge(rounds, (seen) => seen.list, timeBound);
  const signIn = judge(rounds, (seen) => seen.signIn, timeBound);
  const memory = judge(
    rounds,
    (seen) => seen.memory,
    (quiet) => quiet + 100,
  );
  const failures = rounds.reduce((sum, { under }) => sum + under.failures, 0);
  const refused = rounds.reduce((sum, { under }) => sum + under.refused, 0);
  const missed = [list, signIn, memory].filter(({ isHeld }) => !isHeld);
  const holds = missed.length === 0 && failures === 0 && refused === 0;
  // A miss that is smaller than the difference between two quiet rounds can be caused by the machine.
  const isNoise = failures === 0 && refused === 0 && missed.every((each) => each.isWithinNoise);
  const verdict = holds ? 'held' : isNoise ? 'MISSED by less than quiet rounds differ' : 'MISSED';
  console.log(line([name, list.words, signIn.words, memory.words, String(failures), String(refused), verdict]));
  console.log(`  the attacker got ${answers}`);
  return holds;
}

function judge(rounds: readonly Round[], of: (seen: Seen) => number, boundOf: (quiet: number) => number) {
  // The median of the rounds by their ratio of figure to bound.
  const shares = rounds.map(({ quiet, under }) => ({ quiet: of(quiet), under: of(under), bound: boundOf(of(quiet)) }));
  const sorted = shares.toSorted((one, other) => one.under / one.bound - other.under / other.bound);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? { quiet: 0, under: 0, bound: 0 };
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
