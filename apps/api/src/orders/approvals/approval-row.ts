import type { Approval } from '@volume/contract/approvals/approvals.ts';
import type { ApprovalState } from '@volume/contract/approvals/labels.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { recordFeedEvent } from '#ledger/record-event.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { OrderName } from '#orders/order.ts';
import { listNewcomers } from './approvers.ts';
import type { Exclusion } from './exclusions.ts';

export type ApprovalRow = Omit<Approval, 'createdAtUtc' | 'expiresAtUtc' | 'decidedAtUtc' | 'excluded'> & {
  /** The account of the user who made it or set its schedule; null when a key made it. */
  requestedById: string | null;
  /** Empty for an order from before this was recorded: only its maker cannot approve it. */
  excluded: readonly Exclusion[];
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
};

export const approvalColumns = sql`order_id AS "orderId", kind, state, application_id AS "applicationId",
  payee_detail_id AS "payInAccountId", payment_id AS "paymentId", amount, currency, reference, recipient,
  source, requested_by_id AS "requestedById", requested_by AS "requestedBy", excluded, created_at AS "createdAt",
  expires_at AS "expiresAt", decided_by AS "decidedBy", decided_at AS "decidedAt", reason`;

/** An approval in the shape of the wire (contract §11); amounts in minor units. */
export function toApproval(row: ApprovalRow): Approval {
  const { requestedById: _requestedById, excluded, createdAt, expiresAt, decidedAt, ...rest } = row;
  return {
    ...rest,
    excluded: excluded.map(({ email, reason }) => ({ email, reason })),
    createdAtUtc: toWireTime(createdAt),
    expiresAtUtc: toWireTime(expiresAt),
    decidedAtUtc: decidedAt && toWireTime(decidedAt),
  };
}

/** Approvals as the API returns them; one that waits also names the users who are too new to approve it. */
export async function showApprovals(
  queries: Queries,
  { merchantId, now }: { merchantId: string; now: Date },
  rows: readonly ApprovalRow[],
): Promise<Approval[]> {
  const isWaiting = ({ state }: ApprovalRow) => state === 'WAITING';
  const newcomers = rows.some(isWaiting) ? await listNewcomers(queries, merchantId, now) : [];
  return rows.map((row) => toApproval(isWaiting(row) ? { ...row, excluded: [...row.excluded, ...newcomers] } : row));
}

/** The reasons why a user cannot approve an order; empty when the order itself allows it. */
export const exclusionsOf = (
  { excluded, requestedById }: Pick<ApprovalRow, 'excluded' | 'requestedById'>,
  userAccountId: string,
): Pick<Exclusion, 'reason'>[] => {
  const own = excluded.filter((each) => each.userAccountId === userAccountId);
  return own.length === 0 && requestedById === userAccountId ? [{ reason: 'REQUESTED' }] : own;
};

/** The order that an approval is about. */
export type ApprovalName = Pick<OrderName, 'merchantId' | 'orderId'>;

/** The approval of an order; null when it needs none. */
export async function findApproval(
  { query }: Queries,
  { merchantId, orderId }: ApprovalName,
  lock = sql``,
): Promise<ApprovalRow | null> {
  const [row] = await query<ApprovalRow>(
    sql`SELECT ${approvalColumns} FROM approvals WHERE merchant_id = ${merchantId} AND order_id = ${orderId} ${lock}`,
  );
  return row ?? null;
}

/** Locks an approval until the transaction ends, so that only one decision is made. */
export const lockApproval = (queries: Queries, name: ApprovalName): Promise<ApprovalRow | null> =>
  findApproval(queries, name, sql`FOR UPDATE`);

interface Decision {
  state: Exclude<ApprovalState, 'WAITING'>;
  by: string;
  reason: string | null;
}

const decisionTypes = {
  APPROVED: 'approval.approved',
  REFUSED: 'approval.refused',
  CANCELLED: 'approval.cancelled',
  EXPIRED: 'approval.expired',
} as const;

/** Writes the decision about a locked approval, and the event about it. */
export async function writeDecision(
  queries: Queries,
  context: WriteContext,
  { merchantId, orderId }: ApprovalName,
  { state, by, reason }: Decision,
): Promise<ApprovalRow> {
  const [row] = await queries.query<ApprovalRow>(
    sql`UPDATE approvals SET state = ${state}, decided_by = ${by}, decided_at = ${context.at}, reason = ${reason}
     WHERE merchant_id = ${merchantId} AND order_id = ${orderId} AND state = 'WAITING' RETURNING ${approvalColumns}`,
  );
  if (!row) throw new Error('An approval was decided on twice.');
  queries.announce?.({ kind: 'approvals', merchantId });
  const { applicationId } = row;
  await recordFeedEvent(queries, context, { merchantId, applicationId, type: decisionTypes[state], objectId: orderId });
  return row;
}
