import type { Currency } from '@volume/contract/money/money.ts';

/** The six ledger accounts of one pay-in account (contract §7). */
export type LedgerAccountKind = 'AVAILABLE' | 'HELD' | 'PENDING_OUT' | 'SETTLEMENT' | 'FEES' | 'EXCHANGE';

/**
 * All movements of money between the ledger accounts of one pay-in account. SETTLEMENT is the provider's side; balance
 * = AVAILABLE + HELD + PENDING_OUT (contract §7). An exchange moves money between two pay-in accounts, see `exchange`.
 */
export const movements = {
  PAY_IN: { from: 'SETTLEMENT', to: 'AVAILABLE' },
  /** A held pay-in counts towards the balance, but is not available (contract §10, Held). */
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

export interface Books {
  merchantId: string;
  payInAccountId: number;
  currency: Currency;
}

interface About {
  paymentId?: string;
  refundId?: string;
  payoutPaymentId?: string;
  exchangeId?: string;
}

/** One side of a transfer; `amount` in minor units, negative where money leaves. */
export interface Leg {
  payInAccountId: number;
  currency: Currency;
  account: LedgerAccountKind;
  amount: number;
}

/** A transfer that is not posted yet; its legs sum to zero in each currency. */
export interface Transfer {
  merchantId: string;
  kind: Movement | 'EXCHANGE';
  about: About;
  legs: readonly Leg[];
}

/** Builds a transfer of `amount` minor units (more than 0) within one pay-in account. */
export function move(kind: Movement, books: Books, amount: number, about: About = {}): Transfer {
  const { from, to } = movements[kind];
  const { merchantId, payInAccountId, currency } = books;
  const leg = { payInAccountId, currency };
  return {
    merchantId,
    kind,
    about,
    legs: [
      { ...leg, account: from, amount: -amount },
      { ...leg, account: to, amount },
    ],
  };
}

interface ExchangeSides {
  from: Books;
  to: Books;
  /** Amount that leaves `from`, including the fee. */
  sellAmount: number;
  buyAmount: number;
  /** The part of `sellAmount` that is kept as a fee. */
  fee: number;
}

/** Builds an exchange between two pay-in accounts of one merchant; minor units. */
export function exchange({ from, to, sellAmount, buyAmount, fee }: ExchangeSides, about: About): Transfer {
  const sold = { payInAccountId: from.payInAccountId, currency: from.currency };
  const bought = { payInAccountId: to.payInAccountId, currency: to.currency };
  const legs: Leg[] = [
    { ...sold, account: 'AVAILABLE', amount: -sellAmount },
    { ...sold, account: 'EXCHANGE', amount: sellAmount - fee },
    { ...sold, account: 'FEES', amount: fee },
    { ...bought, account: 'EXCHANGE', amount: -buyAmount },
    { ...bought, account: 'AVAILABLE', amount: buyAmount },
  ];
  return { merchantId: from.merchantId, kind: 'EXCHANGE', about, legs: legs.filter(({ amount }) => amount !== 0) };
}
