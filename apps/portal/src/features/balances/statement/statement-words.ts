import type { StatementLine } from '@volume/contract/balances.ts';

const kindWords = {
  PAY_IN: 'Pay-in',
  REFUND: 'Refund',
  PAYOUT: 'Payout',
  EXCHANGE: 'Exchange',
} as const;

/** What a line is, once and in full: what came back says what it was. */
export function kindWord({ kind, amount, payoutPaymentId, exchangeId }: StatementLine): string {
  if (kind === 'FEE') return exchangeId === null ? 'Fee' : 'Exchange fee';
  if (kind !== 'RETURN') return kindWords[kind];
  if (payoutPaymentId !== null) return 'Payout returned';
  return amount < 0 ? 'Pay-in returned' : 'Refund returned';
}

/** The balance before the oldest of these lines, in minor units; undefined where there is none. */
export function balanceBefore(lines: readonly StatementLine[]): number | undefined {
  const oldest = lines.at(-1);
  return oldest && oldest.balanceAfter - oldest.amount;
}
