import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { Problem } from '#core/problem.ts';
import type { WriteContext } from '#core/write-context.ts';
import { InsufficientBalance, post } from '#ledger/post.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import { move } from '#ledger/transfer.ts';
import { enqueueAsking } from '#queue/orders/order-workers.ts';
import type { PayoutAccount } from './payout-account.ts';
import { type Destination, payoutColumns, type PayoutRow } from './payout-row.ts';

export interface NewPayout {
  account: PayoutAccount;
  destination: Destination;
  /** Minor units. */
  amount: number;
  initiatedBy: string | null;
  /** The slot of the schedule this payout fills; null for one made by hand. */
  slot: { scheduleId: string; at: Date } | null;
  /** Milliseconds until its provider is asked about it the first time. */
  askAfter?: number;
}

/**
 * Writes a payout IN_PROGRESS and takes its money out of what is available, with its event and the question after it, in the
 * given transaction. Null when its slot is already filled; 422 when the available balance is too low.
 */
export async function reservePayout(
  queries: Queries,
  context: WriteContext,
  payout: NewPayout,
): Promise<PayoutRow | null> {
  const { account, amount } = payout;
  const { merchantId, applicationId } = account;
  const row = await writePayout(queries, context, payout);
  if (!row) return null;
  const { payout_payment_id: payoutPaymentId, status } = row;
  const event = { merchantId, applicationId, kind: 'PAYOUT', objectId: payoutPaymentId, status } as const;
  await recordOutgoingEvent(queries, context, event);
  const wait = payout.askAfter === undefined ? {} : { wait: payout.askAfter };
  await enqueueAsking(queries, context, { kind: 'PAYOUT', merchantId, orderId: payoutPaymentId, ...wait });
  try {
    await post(queries, context, [move('PAYOUT_RESERVED', account, amount, { payoutPaymentId })]);
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    throw new Problem(422, 'The available balance of the account is too low for this payout.');
  }
  return row;
}

async function writePayout(
  queries: Queries,
  { at, newId }: WriteContext,
  payout: NewPayout,
): Promise<PayoutRow | null> {
  const { account, destination, amount, initiatedBy, slot } = payout;
  const id = newId();
  const [row] = await queries.query<PayoutRow>(
    sql`INSERT INTO outbound_payments (merchant_id, payout_payment_id, application_id, payee_detail_id, type, status, amount,
      currency, reference, destination, initiated_by, created_at, updated_at, payout_schedule_id, slot_at)
     VALUES (${account.merchantId}, ${id}, ${account.applicationId}, ${account.payInAccountId},
     ${slot === null ? 'PAYOUT' : 'SCHEDULED_PAYOUT'}, 'IN_PROGRESS', ${amount}, ${account.currency}::currency,
     ${`PAYOUT-${id.slice(-8).toUpperCase()}`}, ${JSON.stringify(destination)}::jsonb, ${initiatedBy}, ${at}, ${at},
     ${slot?.scheduleId ?? null}, ${slot?.at ?? null})
     ON CONFLICT (merchant_id, payout_schedule_id, slot_at) WHERE payout_schedule_id IS NOT NULL DO NOTHING
     RETURNING ${payoutColumns}`,
  );
  return row ?? null;
}
