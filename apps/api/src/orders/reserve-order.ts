import type { Approval } from '@volume/contract/approvals/approvals.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { InsufficientBalance } from '#ledger/post.ts';
import { recordPaymentEvent } from '#ledger/record-event.ts';
import type { ApprovalRow } from '#orders/approvals/approval-row.ts';
import { planApproval, type Requester } from '#orders/approvals/exclusions.ts';
import { recipientKey } from '#orders/approvals/recipient-sums.ts';
import { waitForApproval } from '#orders/approvals/wait-for-approval.ts';
import { lockOrder, type OrderFacts, type OrderName, postOrder, writeStatus } from './order.ts';
import { enqueueOrder, type NewOrderWork } from './order-jobs.ts';
import { recordStatus } from './update-order.ts';

export interface NewOrder extends OrderFacts {
  recipient: Approval['recipient'];
  /** Names a recipient whose account number only the provider knows. */
  recipientName: string;
  by: Requester;
  /** The user who chose the default beneficiary to which it goes; null when it goes elsewhere or when that is unknown. */
  defaultSetBy: string | null;
  work: NewOrderWork;
}

export interface Reserved<Row> {
  row: Row;
  /** Null when it needs no approval and is submitted after the commit. */
  approval: ApprovalRow | null;
}

/**
 * Call `lockOrders` first. Writes an order IN_PROGRESS and reserves its money, in the given transaction: either with its
 * event and the jobs that submit it and ask for its status, or waiting for approval without them (contract §11). `write`
 * writes its row under a key of its recipient, or returns null to reserve nothing. 409 NO_APPROVER, with nothing
 * written, when no user is left who can approve it; 422 when the available balance is too low.
 */
export async function reserveOrder<Row extends { reference: string | null }>(
  queries: Queries,
  services: Services,
  context: WriteContext,
  order: NewOrder,
  write: (recipientKey: string) => Promise<Row | null>,
): Promise<Reserved<Row> | null> {
  const { kind, merchantId, orderId, paymentId, by } = order;
  const key = recipientKey(order.recipient, order.recipientName);
  const excluded = await planApproval(queries, { ...order, recipientKey: key, at: context.at });
  const row = await write(key);
  if (!row) return null;
  const { reference } = row;
  const approval = excluded && (await waitForApproval(queries, services, context, { ...order, reference, excluded }));
  if (!approval) await beginOrder(queries, context, order, { actor: by.email, work: order.work });
  else if (paymentId !== null) {
    const line = { merchantId, paymentId, type: 'REFUND_REQUESTED', actor: by.email, detail: orderId };
    await recordPaymentEvent(queries, context.at, line);
  }
  try {
    await postOrder(queries, context, order, [`${kind}_RESERVED`]);
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    const noun = kind === 'PAYOUT' ? 'payout' : 'refund';
    throw new Problem(422, `The available balance of the account is too low for this ${noun}.`, {
      code: 'BALANCE_TOO_LOW',
    });
  }
  return { row, approval };
}

/** Reports an order as in progress, and enqueues the jobs that submit it and ask for its status. */
async function beginOrder(
  queries: Queries,
  context: WriteContext,
  order: OrderFacts,
  { actor, work }: { actor: string | null; work: NewOrderWork },
): Promise<void> {
  await recordStatus(queries, context, order, { status: 'IN_PROGRESS', actor });
  await enqueueOrder(queries, context, order, work);
}

/** Begins an order that waited for approval, in the transaction that approves it. */
export async function releaseOrder(
  queries: Queries,
  context: WriteContext,
  name: OrderName,
  { by, traceId }: { by: string; traceId: string },
): Promise<void> {
  await beginOrder(queries, context, await lockWaiting(queries, name), { actor: by, work: { traceId } });
}

/** Cancels an order that waited and gives its money back. It was never submitted, so no webhook reports it. */
export async function cancelOrder(
  queries: Queries,
  context: WriteContext,
  name: OrderName,
  { by, words }: { by: string; words: string },
): Promise<void> {
  const order = await lockWaiting(queries, name);
  const { kind, merchantId, orderId, paymentId } = order;
  await writeStatus(queries, order, { status: 'CANCELLED', description: words, at: context.at });
  if (paymentId !== null) {
    const line = { merchantId, paymentId, type: 'REFUND_CANCELLED', actor: by, detail: orderId };
    await recordPaymentEvent(queries, context.at, line);
  }
  await postOrder(queries, context, order, [`${kind}_GIVEN_BACK`]);
}

async function lockWaiting(queries: Queries, name: OrderName) {
  const order = await lockOrder(queries, name);
  if (!order) throw new Error('The order that waits is gone.');
  return order;
}
