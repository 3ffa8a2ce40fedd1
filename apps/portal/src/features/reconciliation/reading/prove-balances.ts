import type { BankLine, BankStatement } from './statement.ts';

/** Whether the lines of a statement explain its balances. Amounts are in minor units. */
export type BalanceProof =
  | { kind: 'agrees'; lines: number; opening: number; closing: number }
  /** After the line at this index the file states `found`, but its lines add up to `expected`; −1 is before the first. */
  | { kind: 'breaks'; line: number; expected: number; found: number }
  /** The file has too few balances to check every line. */
  | { kind: 'unproved' };

interface Checkpoint {
  /** The number of lines before the balance. */
  after: number;
  amount: number;
}

type Proved = Pick<BankStatement, 'lines' | 'currency' | 'opening' | 'closing' | 'balances'>;

/** Adds up the lines from balance to balance. Running balances are checked in both directions, because some banks list the newest line first. */
export function proveBalances(statement: Proved): BalanceProof {
  const { lines } = statement;
  const proof = prove(statement);
  if (proof.kind !== 'breaks' || !lines.some(({ balance }) => balance !== undefined)) return proof;
  const turned = prove({ ...statement, lines: lines.toReversed() });
  return turned.kind === 'agrees' || isNewestFirst(lines) ? toOriginalOrder(turned, lines.length) : proof;
}

function prove({ lines, currency, opening, closing, balances = [] }: Proved): BalanceProof {
  const known: Checkpoint[] = [
    ...(opening === undefined ? [] : [{ after: 0, amount: opening }]),
    ...balances,
    ...lines.flatMap(({ balance }, at) => (balance === undefined ? [] : [{ after: at + 1, amount: balance }])),
    ...(closing === undefined ? [] : [{ after: lines.length, amount: closing }]),
  ].toSorted((a, b) => a.after - b.after);
  const [first, ...others] = known;
  // A running balance after the first line explains all lines but that one.
  if (!first || others.length === 0 || first.after > 1 || others.at(-1)?.after !== lines.length)
    return { kind: 'unproved' };
  const sum = (from: number, to: number): number => sumOf(lines, currency, from, to);
  let before = first;
  for (const next of others) {
    const expected = before.amount + sum(before.after, next.after);
    if (expected !== next.amount) return { kind: 'breaks', line: next.after - 1, expected, found: next.amount };
    before = next;
  }
  return { kind: 'agrees', lines: lines.length, opening: first.amount - sum(0, first.after), closing: before.amount };
}

function sumOf(lines: readonly BankLine[], currency: string | undefined, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const line = lines[at];
    if (line && (currency === undefined || line.currency === '' || line.currency === currency)) sum += line.amount;
  }
  return sum;
}

const isNewestFirst = (lines: readonly BankLine[]): boolean => (lines[0]?.day ?? 0) > (lines.at(-1)?.day ?? 0);

const toOriginalOrder = (proof: BalanceProof, count: number): BalanceProof =>
  proof.kind === 'breaks' ? { ...proof, line: count - 1 - proof.line } : proof;
