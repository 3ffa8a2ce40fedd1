import { approvalHours } from '@volume/contract/approvals/labels.ts';
import type { Approval } from '@volume/contract/approvals/approvals.ts';
import type { Services } from '#core/services.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { OrderFacts } from '#orders/order.ts';
import { enqueueApprovalMail } from './approval-mails.ts';
import { approvalColumns, type ApprovalRow } from './approval-row.ts';
import type { Exclusion, Requester } from './exclusions.ts';

/** An order whose money is reserved in the same transaction. */
export interface WaitingOrder extends OrderFacts {
  reference: string | null;
  recipient: Approval['recipient'];
  by: Requester;
  /** Who cannot approve it (`planApproval`). */
  excluded: readonly Exclusion[];
}

/** Kind of the job that cancels an order when no decision was made in time. */
export const expiryKind = 'APPROVAL_EXPIRY';

/**
 * Makes an order wait, in the transaction that reserves its money, and mails the users who can approve it. An order that
 * waits has no jobs and is not reported before it is approved (contract §11).
 */
export async function waitForApproval(
  queries: Queries,
  services: Services,
  { at, newId }: WriteContext,
  order: WaitingOrder,
): Promise<ApprovalRow> {
  const expiresAt = new Date(at.getTime() + approvalHours * 3_600_000);
  const { merchantId, orderId, kind, by } = order;
  const [row] = await queries.query<ApprovalRow>(
    sql`INSERT INTO approvals (merchant_id, order_id, kind, state, application_id, payee_detail_id, payment_id, amount, currency,
       reference, recipient, source, requested_by_id, requested_by, excluded, created_at, expires_at)
     VALUES (${merchantId}, ${orderId}, ${kind}, 'WAITING', ${order.applicationId}, ${order.payInAccountId}, ${order.paymentId},
       ${order.amount}, ${order.currency}::currency, ${order.reference}, ${JSON.stringify(order.recipient)}::jsonb,
       ${by.source}, ${by.accountId}, ${by.email}, ${JSON.stringify(order.excluded)}::jsonb, ${at},
       ${expiresAt})
     RETURNING ${approvalColumns}`,
  );
  if (!row) throw new Error('The approval was not written.');
  queries.announce?.({ kind: 'approvals', merchantId });
  await enqueueWork(queries, newId, { kind: expiryKind, merchantId, objectId: orderId, dueAt: expiresAt });
  await enqueueApprovalMail(queries, services, { at, newId }, { merchantId, row });
  await recordNotification(
    queries,
    { at, newId },
    {
      merchantId,
      applicationId: order.applicationId,
      kind: `${kind}_WAITING`,
      objectId: order.paymentId ?? orderId,
      amount: order.amount,
      currency: order.currency,
      key: orderId,
    },
  );
  return row;
}
