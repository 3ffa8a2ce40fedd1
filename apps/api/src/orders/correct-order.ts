import type { Currency } from '@volume/contract/money/money.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { WriteContext } from '#core/write-context.ts';
import { recordPaymentEvent } from '#ledger/record-event.ts';
import { isSettled } from '#ledger/money-out.ts';
import { lockOrder, type OrderFacts, type OrderKind, postOrder, writeStatus } from './order.ts';
import { recordStatus, updateOrder } from './update-order.ts';

export interface ObjectName {
  merchantId: string;
  objectId: string;
}

/** A booking of an event that really happened; `amount` in minor units. */
export type Booking = ObjectName & {
  payInAccountId: number;
  currency: Currency;
  amount: number;
  /** Why it is booked, for the merchant. */
  words: string;
  /** The administrator who decided it. */
  by: string;
};

export interface Locked {
  status: string;
  /** Whether its money, or a part of it, is on its way, so that what has left is not known yet. */
  isUnderWay: boolean;
  left: number;
  payInAccountId: number | null;
}

/** The columns of `Locked` of a row of `payments`; a payment that its account provider returned has nothing left. */
export const leftOfPayment = sql`
  CASE WHEN hold = 'RETURNED' THEN 0 ELSE amount - amount_refunded - amount_refunding END AS "left",
  amount_refunding > 0 OR hold = 'HELD' AS "isUnderWay", payee_detail_id AS "payInAccountId"`;

/** How our books follow a provider that reports another outcome. History remains unchanged: the outcome is booked in addition. */
export interface Corrector {
  /** The object, locked with what belongs to it until the transaction ends; `left` is the amount that can still move. */
  lock(queries: Queries, name: ObjectName, at: Date): Promise<Locked | null>;
  /** Returns the money of a processed order by the allowed status changes: it becomes RETURNED. */
  giveBack(queries: Queries, context: WriteContext, name: ObjectName & { words: string }): Promise<void>;
  /**
   * Books one more object that has ended, with its money and event, and returns its id; null when no such
   * object can hold it. Throws InsufficientBalance.
   */
  book(queries: Queries, context: WriteContext, booking: Booking): Promise<string | null>;
  /** Records at the object which booking was made for it. */
  note(queries: Queries, context: WriteContext, name: ObjectName & { words: string }): Promise<void>;
}

/** Writes the row of an order that is PROCESSED from the start; null when nothing can hold it. */
export type WriteProcessed = (
  queries: Queries,
  context: WriteContext,
  booking: Booking,
) => Promise<(OrderFacts & { provider: string | null }) | null>;

export function createOrderCorrector(kind: OrderKind, write: WriteProcessed): Corrector {
  const nameOf = ({ merchantId, objectId: orderId }: ObjectName) => ({ kind, merchantId, orderId });
  return {
    lock: async (queries, name) => {
      const order = await lockOrder(queries, nameOf(name));
      if (!order) return null;
      const { status, amount: left, payInAccountId } = order;
      return { status, left, payInAccountId, isUnderWay: !isSettled(status) };
    },
    giveBack: async (queries, context, { words, ...name }) => {
      await updateOrder(queries, context, nameOf(name), { status: 'RETURNED', description: words });
    },
    book: async (queries, context, booking) => {
      const order = await write(queries, context, booking);
      if (!order) return null;
      await recordStatus(queries, context, order, { status: 'PROCESSED', actor: order.provider });
      await postOrder(queries, context, order, [`${kind}_RESERVED`, `${kind}_PROCESSED`]);
      return order.orderId;
    },
    note: async (queries, { at }, { words, ...name }) => {
      const order = await lockOrder(queries, nameOf(name));
      if (!order) return;
      const { merchantId, paymentId, status } = order;
      await writeStatus(queries, order, { status, description: words, at });
      if (paymentId !== null)
        await recordPaymentEvent(queries, at, { merchantId, paymentId, type: 'CORRECTED', actor: null, detail: words });
    },
  };
}
