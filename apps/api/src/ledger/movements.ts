/** The six accounts that make up one pay-in account's books (contract §7). */
export type LedgerAccountKind = 'AVAILABLE' | 'HELD' | 'PENDING_OUT' | 'SETTLEMENT' | 'FEES' | 'EXCHANGE';

/**
 * Every way money moves inside one pay-in account's books: out of one account, into another. SETTLEMENT is the provider's side;
 * balance = AVAILABLE + HELD + PENDING_OUT (contract §7). EXCHANGE moves between two accounts and is posted by its own rule.
 */
export const movements = {
  PAY_IN: { from: 'SETTLEMENT', to: 'AVAILABLE' },
  /** A held pay-in counts in the balance, not in what is available (contract §10, Held). */
  PAY_IN_HELD: { from: 'SETTLEMENT', to: 'HELD' },
  PAY_IN_RELEASED: { from: 'HELD', to: 'AVAILABLE' },
  PAY_IN_RETURNED: { from: 'HELD', to: 'SETTLEMENT' },
  REFUND_RESERVED: { from: 'AVAILABLE', to: 'PENDING_OUT' },
  REFUND_PROCESSED: { from: 'PENDING_OUT', to: 'SETTLEMENT' },
  REFUND_GIVEN_BACK: { from: 'PENDING_OUT', to: 'AVAILABLE' },
  REFUND_RETURNED: { from: 'SETTLEMENT', to: 'AVAILABLE' },
  PAYOUT_RESERVED: { from: 'AVAILABLE', to: 'PENDING_OUT' },
  PAYOUT_PROCESSED: { from: 'PENDING_OUT', to: 'SETTLEMENT' },
  PAYOUT_GIVEN_BACK: { from: 'PENDING_OUT', to: 'AVAILABLE' },
  PAYOUT_RETURNED: { from: 'SETTLEMENT', to: 'AVAILABLE' },
  FEE: { from: 'AVAILABLE', to: 'FEES' },
} as const satisfies Record<string, { from: LedgerAccountKind; to: LedgerAccountKind }>;
export type Movement = keyof typeof movements;
