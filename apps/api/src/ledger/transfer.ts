import type { Currency } from '@volume/contract/money.ts';
import { type LedgerAccountKind, type Movement, movements } from './movements.ts';

/** The books of one virtual pay-in account. */
export type Books = { merchantId: string; payInAccountId: number; currency: Currency };

/** What a transfer is about, for the statement. */
export type About = { paymentId?: string; refundId?: string; payoutPaymentId?: string; exchangeId?: string };

/** One side of a transfer; `amount` in minor units, negative where money leaves. */
type Leg = { payInAccountId: number; currency: Currency; account: LedgerAccountKind; amount: number };

/** A movement of money that is not posted yet; its legs add up to zero in each currency. */
export type Transfer = {
  merchantId: string;
  kind: Movement | 'EXCHANGE';
  about: About;
  legs: readonly Leg[];
};

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

export type ExchangeSides = {
  from: Books;
  to: Books;
  /** What leaves `from`, the fee within it. */
  sellAmount: number;
  /** What arrives at `to`. */
  buyAmount: number;
  /** Part of `sellAmount` that is kept. */
  fee: number;
};

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
