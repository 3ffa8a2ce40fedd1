import type { Currency } from '@volume/contract/money.ts';

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

/** The books of one virtual pay-in account. */
export interface Books {
  merchantId: string;
  payInAccountId: number;
  currency: Currency;
}

/** What a transfer is about, for the statement. */
interface About {
  paymentId?: string;
  refundId?: string;
  payoutPaymentId?: string;
  exchangeId?: string;
}

/** One side of a transfer; `amount` in minor units, negative where money leaves. */
interface Leg {
  payInAccountId: number;
  currency: Currency;
  account: LedgerAccountKind;
  amount: number;
}

/** A movement of money that is not posted yet; its legs add up to zero in each currency. */
export interface Transfer {
  merchantId: string;
  kind: Movement | 'EXCHANGE';
  about: About;
  legs: readonly Leg[];
}

/** Moves `amount` minor units (more than 0) inside one pay-in account's books, along one of `movements`. */
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
  /** What leaves `from`, the fee within it. */
  sellAmount: number;
  /** What arrives at `to`. */
  buyAmount: number;
  /** Part of `sellAmount` that is kept. */
  fee: number;
}

/** Sells from one pay-in account's books and buys into another's of the same merchant; minor units, both legs or none. */
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
