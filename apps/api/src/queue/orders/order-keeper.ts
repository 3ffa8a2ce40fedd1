import type { Currency } from '@volume/contract/money/money.ts';
import type { ProviderOrder } from '#providers/port.ts';
import type { Services } from '#core/services.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';
import type { Queries } from '#database/database.ts';
import type { WriteContext } from '#core/write-context.ts';

export interface OrderName {
  merchantId: string;
  orderId: string;
}
export interface News {
  status: MoneyOutStatus;
  description: string | null;
  /** The order as its provider knows it, where the news says so; what is left of an order our books do not have. */
  known?: Partial<Pick<ProviderOrder, 'provider' | 'payInAccountId' | 'amount'> & { currency: Currency }>;
}

/** An order, how it stands in our books, and since when. */
export interface OrderFound {
  order: ProviderOrder;
  status: MoneyOutStatus;
  since: Date;
  /** Whether it was submitted before, whatever became of that. */
  isSubmitted: boolean;
}

/** How a noun keeps the orders it sends to an account provider; refunds and payouts each have one. */
export interface OrderKeeper {
  kind: ProviderOrder['kind'];
  /** The order and how it stands in our books; null when there is none. */
  find(services: Services, name: OrderName): Promise<OrderFound | null>;
  /** Records that the order is being submitted at this time; a later submission replaces an earlier one. */
  markSubmitted(queries: Queries, name: OrderName, at: Date): Promise<void>;
  /**
   * Writes down what the provider says, in one transaction. What is old or repeated changes nothing; what contradicts our books
   * changes nothing in them and is filed as an exception.
   */
  hear(services: Services, name: OrderName, news: News): Promise<void>;
}

export interface ObjectName {
  merchantId: string;
  objectId: string;
}

/** What is booked because it really happened; `amount` in minor units. */
export type Booking = ObjectName & {
  payInAccountId: number;
  currency: Currency;
  amount: number;
  /** Why it is booked, for the merchant. */
  words: string;
  /** Who decided it. */
  by: string;
};

/** How a noun's books take what its provider says really happened. History stays: what happened is booked beside it. */
export interface Corrector {
  /** The object, locked with what hangs on it for the rest of the transaction; `left` is what of it can still move. */
  lock(queries: Queries, name: ObjectName, at: Date): Promise<{ status: string; left: number } | null>;
  /** Gives the money of a processed order back along the graph of statuses: it becomes RETURNED. */
  giveBack(queries: Queries, context: WriteContext, name: ObjectName & { words: string }): Promise<void>;
  /**
   * Books one more object that has come to its end, with its money and event, and answers its id; null when this noun cannot hold it.
   * Throws InsufficientBalance.
   */
  book(queries: Queries, context: WriteContext, booking: Booking): Promise<string | null>;
  /** Says at the object itself what was booked for it. */
  note(queries: Queries, context: WriteContext, name: ObjectName & { words: string }): Promise<void>;
}
