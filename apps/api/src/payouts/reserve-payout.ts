import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { WriteContext } from '#core/write-context.ts';
import { InsufficientBalance, post } from '#ledger/post.ts';
import { recordOutgoingEvent } from '#ledger/record-event.ts';
import { move } from '#ledger/transfer.ts';
import type { ApprovalRow } from '#queue/approvals/approval-row.ts';
import { type Exclusion, planApproval, type Requester } from '#queue/approvals/exclusions.ts';
import { recipientKey } from '#queue/approvals/recipient-sums.ts';
import { waitForApproval } from '#queue/approvals/wait-for-approval.ts';
import { enqueueOrder, type NewOrderWork } from '#queue/orders/order-workers.ts';
import { holdEnabled } from './beneficiaries/read-beneficiaries.ts';
import type { PayoutAccount } from './payout-account.ts';
import { type Destination, payoutColumns, type PayoutRow } from './payout-row.ts';

export interface NewPayout {
  account: PayoutAccount;
  destination: Destination;
  /** Minor units. */
  amount: number;
  initiatedBy: string | null;
  requester: Requester;
  /** The slot of the schedule that this payout fills; null for a manual one. */
  slot: { scheduleId: string; at: Date } | null;
  /** Trace id of the call that makes it; undefined for a scheduled one. */
  traceId?: string;
}

export interface ReservedPayout {
  row: PayoutRow;
  /** Null when it needs no approval and can be submitted. */
  approval: ApprovalRow | null;
}

/**
 * Call `lockOrders` first. Writes a payout IN_PROGRESS and reserves its money, in the given transaction: either with
 * its event and the jobs that submit it and ask for its status, or waiting for approval without them (contract §11). Null when its
 * slot is already filled; 409 NO_APPROVER, with nothing written, when no user is left who can approve it; 422 when the
 * beneficiary was disabled or the available balance is too low.
 */
export async function reservePayout(
  queries: Queries,
  services: Services,
  context: WriteContext,
  payout: NewPayout,
): Promise<ReservedPayout | null> {
  const { account, amount, destination } = payout;
  const { merchantId, applicationId } = account;
  // The beneficiary was looked up before this transaction began.
  if (destination.id !== null && !(await holdEnabled(queries, account, destination.id)))
    throw new Problem(422, 'This beneficiary is not active. No money was moved.', { code: 'BENEFICIARY_NOT_ACTIVE' });
  const planned = await plan(queries, context, payout);
  const row = await writePayout(queries, context, { ...payout, ...planned });
  if (!row) return null;
  const { payout_payment_id: payoutPaymentId } = row;
  const approval = await waitFor(queries, services, context, { ...payout, ...planned, row });
  if (!approval) await announcePayout(queries, context, { merchantId, applicationId, payoutPaymentId }, payout);
  try {
    await post(queries, context, [move('PAYOUT_RESERVED', account, amount, { payoutPaymentId })]);
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    throw new Problem(422, 'The available balance of the account is too low for this payout.', {
      code: 'BALANCE_TOO_LOW',
    });
  }
  return { row, approval };
}

interface Planned {
  recipient: string;
  excluded: readonly Exclusion[] | null;
}

/** The recipient, and the users who cannot approve the payout if it needs approval. */
async function plan(
  queries: Queries,
  { at }: WriteContext,
  { account, destination, amount, requester: by }: NewPayout,
): Promise<Planned> {
  const { merchantId, currency } = account;
  const recipient = recipientKey(destination, `beneficiary ${destination.id}`);
  const defaultSetBy = destination.id === account.defaultBeneficiaryId ? account.defaultSetBy : null;
  const order = {
    merchantId,
    kind: 'PAYOUT',
    recipientKey: recipient,
    amount,
    currency,
    at,
    by,
    defaultSetBy,
  } as const;
  return { recipient, excluded: await planApproval(queries, order) };
}

function waitFor(
  queries: Queries,
  services: Services,
  context: WriteContext,
  { account, destination, amount, requester: by, excluded, row }: NewPayout & Planned & { row: PayoutRow },
): Promise<ApprovalRow | null> {
  const { name, accountNumber, sortCode, iban } = destination;
  const { payout_payment_id: orderId, reference } = row;
  const recipient = { name, accountNumber, sortCode, iban };
  const order = {
    ...account,
    orderId,
    kind: 'PAYOUT',
    paymentId: null,
    amount,
    reference,
    recipient,
    by,
    excluded,
  } as const;
  return waitForApproval(queries, services, context, order);
}

interface Announced {
  merchantId: string;
  applicationId: string;
  payoutPaymentId: string;
}

/** Reports a payout as in progress, and enqueues the jobs that submit it and ask for its status. */
export async function announcePayout(
  queries: Queries,
  context: WriteContext,
  { merchantId, applicationId, payoutPaymentId }: Announced,
  { traceId }: Pick<NewOrderWork, 'traceId'>,
): Promise<void> {
  const event = {
    merchantId,
    applicationId,
    kind: 'PAYOUT',
    objectId: payoutPaymentId,
    status: 'IN_PROGRESS',
  } as const;
  await recordOutgoingEvent(queries, context, event);
  await enqueueOrder(queries, context, { kind: 'PAYOUT', merchantId, orderId: payoutPaymentId }, { traceId });
}

async function writePayout(
  queries: Queries,
  { at, newId }: WriteContext,
  payout: NewPayout & Planned,
): Promise<PayoutRow | null> {
  const { account, destination, amount, initiatedBy, slot, recipient } = payout;
  const id = newId();
  const [row] = await queries.query<PayoutRow>(
    sql`INSERT INTO outbound_payments (merchant_id, payout_payment_id, application_id, payee_detail_id, type, status, amount,
      currency, reference, destination, initiated_by, created_at, updated_at, payout_schedule_id, slot_at,
      recipient)
     VALUES (${account.merchantId}, ${id}, ${account.applicationId}, ${account.payInAccountId},
     ${slot === null ? 'PAYOUT' : 'SCHEDULED_PAYOUT'}, 'IN_PROGRESS', ${amount}, ${account.currency}::currency,
     ${`PAYOUT-${id.slice(-8).toUpperCase()}`}, ${JSON.stringify(destination)}::jsonb, ${initiatedBy}, ${at}, ${at},
     ${slot?.scheduleId ?? null}, ${slot?.at ?? null}, ${recipient})
     ON CONFLICT (merchant_id, payout_schedule_id, slot_at) WHERE payout_schedule_id IS NOT NULL DO NOTHING
     RETURNING ${payoutColumns}`,
  );
  return row ?? null;
}
