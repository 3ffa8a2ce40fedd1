import type { StatementLine } from '@volume/contract/balances.ts';

/** The balance before the oldest of these lines, in minor units; undefined where there is none. */
export function balanceBefore(lines: readonly StatementLine[]): number | undefined {
  const oldest = lines.at(-1);
  return oldest && oldest.balanceAfter - oldest.amount;
}
