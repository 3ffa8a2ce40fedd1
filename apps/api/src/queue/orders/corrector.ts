import type { Currency } from '@volume/contract/money.ts';
import type { Queries } from '#database/database.ts';
import type { WriteContext } from '#core/write-context.ts';

export type ObjectName = { merchantId: string; objectId: string };

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
export type Corrector = {
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
};
