import type { StatementLine } from '@volume/contract/balances.ts';

/** What the books tell about one change of a balance. */
export type Told = {
  kind: string;
  account: string;
  payerName: string | null;
  payeeName: string | null;
  reference: string | null;
};

const kinds: Record<string, StatementLine['kind']> = {
  PAY_IN: 'PAY_IN',
  PAY_IN_HELD: 'PAY_IN',
  PAY_IN_RETURNED: 'RETURN',
  REFUND_PROCESSED: 'REFUND',
  REFUND_RETURNED: 'RETURN',
  PAYOUT_PROCESSED: 'PAYOUT',
  PAYOUT_RETURNED: 'RETURN',
  EXCHANGE: 'EXCHANGE',
  FEE: 'FEE',
};

/** The kind a line has on a statement; throws for a movement that leaves the balance as it is. */
export function lineKindOf({ kind, account }: Told): StatementLine['kind'] {
  const found = account === 'FEES' ? 'FEE' : kinds[kind];
  if (!found) throw new Error(`A movement ${kind} does not change a balance.`);
  return found;
}

/** A line in plain words. */
export function describeLine(told: Told): string {
  const { kind, account, payerName, payeeName } = told;
  if (account === 'FEES') return kind === 'EXCHANGE' ? 'Exchange fee' : 'Fee';
  switch (kind) {
    case 'PAY_IN':
    case 'PAY_IN_HELD':
      return payerName ? `Pay-in from ${payerName}` : 'Pay-in';
    case 'PAY_IN_RETURNED':
      return payerName ? `Pay-in returned to ${payerName}` : 'Pay-in returned';
    case 'REFUND_PROCESSED':
      return payerName ? `Refund to ${payerName}` : 'Refund';
    case 'REFUND_RETURNED':
      return 'Refund returned';
    case 'PAYOUT_PROCESSED':
      return payeeName ? `Payout to ${payeeName}` : 'Payout';
    case 'PAYOUT_RETURNED':
      return 'Payout returned';
    default:
      return 'Exchange';
  }
}
