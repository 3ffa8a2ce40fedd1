import type { Seen } from '#scripts/proofs/abuse/everybody-else.ts';

/** One round: the quiet minute's beginning, and the attack right after it. */
export interface Round {
  quiet: Seen;
  under: Seen;
}

const widths = [34, 20, 20, 20, 6, 6];
const line = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' ');

export function printTop(): void {
  console.log(`\nmilliseconds: quiet → under attack (bound), p99; MB: peak; the median of the rounds\n`);
  console.log(line(['attack', 'list', 'sign-in', 'memory', '5xx', '4xx', '']));
}

/** Prints what became of an attack, and answers whether every bound held. */
export function printRow(name: string, rounds: readonly Round[], answers: string): boolean {
  const list = judge(
    rounds,
    (seen) => seen.list,
    (quiet) => Math.max(2 * quiet, quiet + 50),
  );
  const signIn = judge(
    rounds,
    (seen) => seen.signIn,
    (quiet) => Math.max(2 * quiet, quiet + 50),
  );
  const memory = judge(
    rounds,
    (seen) => seen.memory,
    (quiet) => quiet + 100,
  );
  const failures = rounds.reduce((sum, { under }) => sum + under.failures, 0);
  const refused = rounds.reduce((sum, { under }) => sum + under.refused, 0);
  const holds = list.holds && signIn.holds && memory.holds && failures === 0 && refused === 0;
  const cells = [name, list.words, signIn.words, memory.words, String(failures), String(refused)];
  console.log(line([...cells, holds ? 'held' : 'MISSED']));
  console.log(`  the attacker got ${answers}`);
  return holds;
}

function judge(
  rounds: readonly Round[],
  of: (seen: Seen) => number,
  boundOf: (quiet: number) => number,
): { holds: boolean; words: string } {
  // The round in the middle by how much of its own bound it took.
  const shares = rounds.map(({ quiet, under }) => ({ quiet: of(quiet), under: of(under), bound: boundOf(of(quiet)) }));
  const sorted = shares.toSorted((one, other) => one.under / one.bound - other.under / other.bound);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? { quiet: 0, under: 0, bound: 0 };
  const [quiet, under, bound] = [middle.quiet, middle.under, middle.bound].map((value) => value.toFixed(0));
  return { holds: middle.under <= middle.bound, words: `${quiet} → ${under} (${bound})` };
}
