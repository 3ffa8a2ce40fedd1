import {
  approveOrder as approveEndpoint,
  cancelOrder as cancelEndpoint,
  refuseOrder as refuseEndpoint,
} from '@volume/contract/approvals/approvals.ts';
import type { ApprovalState } from '@volume/contract/approvals/labels.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import { type Action, recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { holdMerchantEnabled, requireMoneyMoves } from '#core/refuse-money.ts';
import { writeContext } from '#core/write-context.ts';
import { readPerson } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import {
  type ApprovalRow,
  exclusionsOf,
  findApproval,
  lockApproval,
  toApproval,
  writeDecision,
} from '#orders/approvals/approval-row.ts';
import { listNewcomers, staysApprover } from '#orders/approvals/approvers.ts';
import { sayOrder } from '#orders/approvals/approval-mails.ts';
import { sayReasons } from '#orders/approvals/exclusions.ts';
import type { RecipientCheck } from '#orders/approvals/recipient-check.ts';
import { releaseOrder } from '#orders/reserve-order.ts';
import { endWaiting, mailOutcome } from './end-waiting.ts';

type Approve = Call<typeof approveEndpoint>;

/**
 * Approves an order once per Idempotency-Key, always after a step-up: the decision, its event and the job that submits
 * it to its account provider commit together. 403 for excluded users (decision 31) and for users who cannot approve,
 * 409 when it no longer waits or its recipient was changed.
 */
export function createApproveOrder(payoutRecipient: RecipientCheck): Handler {
  return handle(approveEndpoint, async (call) => {
    const { params, services, caller } = call;
    const { merchantId } = params;
    const check = () => requireMoneyMoves(services, merchantId);
    const known = await findApproval(services.database, params);
    const before = async () => {
      if (!known) throw notFound('This approval');
      await requireWaiting(services.database, known, merchantId);
      requireInTime(known, services.clock.now());
      requireAnother(call, known);
      requireIndependent(call, known);
      if (known.kind === 'PAYOUT') await payoutRecipient.requireSame(services, params);
    };
    return withIdempotency(call, { endpoint: approveEndpoint, merchantId, check, before }, async (queries) => {
      const waiting = await lockWaiting(queries, params);
      await requireApprover(queries, call);
      await holdMerchantEnabled(queries, merchantId);
      const context = writeContext(services);
      requireIndependent(call, { ...waiting, excluded: await listNewcomers(queries, merchantId, context.at) });
      requireInTime(waiting, context.at);
      const row = await writeDecision(queries, context, params, {
        state: 'APPROVED',
        by: caller.email,
        reason: null,
      });
      if (row.kind === 'PAYOUT') await payoutRecipient.hold(queries, params);
      const { traceId } = call.request;
      await releaseOrder(queries, context, { ...params, kind: row.kind }, { by: caller.email, traceId });
      await record(queries, call, row);
      await mailOutcome(queries, services, merchantId, row);
      return toApproval(row);
    });
  });
}

/** Cancels an order and gives its money back; for any approver except its maker, and for administrators. */
export const refuseOrder = handle(refuseEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  return services.database.transaction(async (queries) => {
    const waiting = await lockWaiting(queries, params);
    requireAnother(call, waiting);
    if (caller.kind === 'merchant') await requireApprover(queries, call);
    const ended = { state: 'REFUSED', by: caller.email, reason: body.reason || null } as const;
    const row = await endWaiting(queries, services, params, ended);
    await record(queries, call, row);
    return toApproval(row);
  });
});

export const cancelOrder = handle(cancelEndpoint, async (call) => {
  const { params, caller, services } = call;
  return services.database.transaction(async (queries) => {
    const waiting = await lockWaiting(queries, params);
    if (!isOwn(call, waiting))
      throw new Problem(403, 'Only the person who made it can cancel it. You can refuse it.', { code: 'NOT_YOURS' });
    const row = await endWaiting(queries, services, params, {
      state: 'CANCELLED',
      by: caller.email,
      reason: null,
    });
    await record(queries, call, row);
    return toApproval(row);
  });
});

async function lockWaiting(queries: Queries, name: Approve['params']): Promise<ApprovalRow> {
  const row = await lockApproval(queries, name);
  if (!row) throw notFound('This approval');
  await requireWaiting(queries, row, name.merchantId);
  return row;
}

const ends: Record<Exclude<ApprovalState, 'WAITING'>, string> = {
  APPROVED: 'was already approved',
  REFUSED: 'was already refused',
  CANCELLED: 'was already cancelled',
  EXPIRED: 'waited for 72 hours and was cancelled',
};

async function requireWaiting(queries: Queries, { state, decidedBy }: ApprovalRow, merchantId: string): Promise<void> {
  if (state === 'WAITING') return;
  const by = state === 'EXPIRED' ? '' : ` by ${await readPerson(queries, merchantId, decidedBy ?? '')}`;
  throw notWaiting(`${ends[state]}${by}`);
}

/** The job that cancels an order can be late, but not its approval. */
function requireInTime({ expiresAt }: ApprovalRow, now: Date): void {
  if (expiresAt <= now) throw notWaiting(ends.EXPIRED);
}

const notWaiting = (why: string): Problem =>
  new Problem(409, `This ${why}. Nothing was changed.`, { statusName: 'NOT_WAITING' });

const isOwn = ({ caller }: Pick<Approve, 'caller'>, { requestedById }: ApprovalRow): boolean =>
  requestedById !== null && requestedById === caller.userAccountId;

function requireAnother(call: Pick<Approve, 'caller'>, row: ApprovalRow): void {
  if (!isOwn(call, row)) return;
  throw new Problem(403, 'You made this yourself, so somebody else has to decide. You can cancel it.', {
    statusName: 'OWN_ORDER',
  });
}

/** Users who made the key, chose the default or set the schedule can never approve its orders, new users not yet (decision 31). */
function requireIndependent({ caller }: Pick<Approve, 'caller'>, row: ApprovalRow): void {
  const reasons = exclusionsOf(row, caller.userAccountId);
  if (reasons.length === 0) return;
  throw new Problem(
    403,
    `You ${sayReasons(reasons)}, so another user has to approve this. Nothing was changed. You can refuse it.`,
    { statusName: 'EXCLUDED_APPROVER' },
  );
}

/** Checked within the transaction, because the role can have been removed in the meantime. */
async function requireApprover(
  queries: Queries,
  { caller, params }: Pick<Approve, 'caller' | 'params'>,
): Promise<void> {
  if (await staysApprover(queries, params.merchantId, caller.userAccountId)) return;
  throw new Problem(403, 'Only users of the merchant who are allowed to move money can approve this.', {
    code: 'NOT_AN_APPROVER',
  });
}

const actions = {
  APPROVED: 'ORDER_APPROVED',
  REFUSED: 'ORDER_REFUSED',
  CANCELLED: 'ORDER_CANCELLED',
  EXPIRED: 'ORDER_EXPIRED',
} as const;

async function record(queries: Queries, call: Action & { params: Approve['params'] }, row: ApprovalRow): Promise<void> {
  if (row.state === 'WAITING') return;
  const by = `${sayOrder(row)} by ${row.requestedBy}`;
  await recordActivity(queries, call, {
    merchantId: call.params.merchantId,
    action: actions[row.state],
    subject: row.orderId,
    detail: [by, row.reason].filter(Boolean).join('. '),
  });
}
