import type { Queries } from '#database/database.ts';
import type { Services } from '#core/services.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { OrderName } from '#queue/orders/order-keeper.ts';

/** How a noun's orders go on that waited for a second person; refunds and payouts each have one. */
export interface WaitingOrders {
  /** Refuses with 409 where the money would no longer go to whom it was asked for. Asks the provider: never in a transaction. */
  requireSameRecipient(services: Services, name: OrderName): Promise<void>;
  /** Starts it in the transaction that approves it: its event, its history and the jobs that submit it and ask about it. */
  release(queries: Queries, context: WriteContext, name: OrderName & { by: string; traceId: string }): Promise<void>;
  /** Cancels it with its money, in the transaction that decides so. It was never submitted, so no webhook tells of it. */
  giveBack(queries: Queries, context: WriteContext, name: OrderName & { by: string; words: string }): Promise<void>;
}
