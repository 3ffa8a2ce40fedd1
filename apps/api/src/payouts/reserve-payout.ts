import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Requester } from '#orders/approvals/exclusions.ts';
import { reserveOrder, type Reserved } from '#orders/reserve-order.ts';
import { holdEnabled } from './beneficiaries/read-beneficiaries.ts';
import type { PayoutAccount } from './payout-account.ts';
import { type Destination, payoutColumns, type PayoutRow } from './payout-row.ts';

export interface NewPayout {
  account: PayoutAccount;
  destination: Destination;
  /** Minor units. */
  amount: number;
  /** What the recipient's bank shows; null for one made of its id. */
  reference: string | null;
  initiatedBy: string | null;
  requester: Requester;
  /** The slot of the schedule that this payout fills; null for a manual one. */
  slot: { scheduleId: string; at: Date } | null;
  /** Trace id of the call that makes it; undefined for a scheduled one. */
  traceId?: string;
}

/**
 * Call `lockOrders` first. Reserves a payout, in the given transaction (`reserveOrder`). Null when its slot is already
 * filled; 422 when the beneficiary was disabled.
 */
export async function reservePayout(
  queries: Queries,
  services: Services,
  context: WriteContext,
  payout: NewPayout,
): Promise<Reserved<PayoutRow> | null> {
  const { account, amount, destination, requester: by, traceId } = payout;
  // The beneficiary was looked up before this transaction began.
  if (destination.id !== null && !(await holdEnabled(queries, account, destination.id)))
    throw new Problem(422, 'This beneficiary is not active. No money was moved.', { code: 'BENEFICIARY_NOT_ACTIVE' });
  const { merchantId, applicationId, payInAccountId, currency, defaultBeneficiaryId, defaultSetBy } = account;
  const { name, accountNumber, sortCode, iban } = destination;
  const orderId = context.newId();
  const order = {
    kind: 'PAYOUT',
    merchantId,
    orderId,
    applicationId,
    payInAccountId,
    paymentId: null,
    amount,
    currency,
    recipient: { name, accountNumber, sortCode, iban },
    recipientName: `beneficiary ${destination.id}`,
    by,
    defaultSetBy: destination.id === defaultBeneficiaryId ? defaultSetBy : null,
    work: { traceId },
  } as const;
  const write = (recipient: string) => writePayout(queries, context.at, { ...payout, orderId, recipient });
  return reserveOrder(queries, services, context, order, write);
}

async function writePayout(
  { query }: Queries,
  at: Date,
  {
    account,
    destination,
    amount,
    reference,
    initiatedBy,
    slot,
    orderId,
    recipient,
  }: NewPayout & { orderId: string; recipient: string },
): Promise<PayoutRow | null> {
  const [row] = await query<PayoutRow>(
    sql`INSERT INTO outbound_payments (merchant_id, payout_payment_id, application_id, payee_detail_id, type, status, amount,
      currency, reference, destination, initiated_by, created_at, updated_at, payout_schedule_id, slot_at,
      recipient)
     VALUES (${account.merchantId}, ${orderId}, ${account.applicationId}, ${account.payInAccountId},
     ${slot === null ? 'PAYOUT' : 'SCHEDULED_PAYOUT'}, 'IN_PROGRESS', ${amount}, ${account.currency}::currency,
     ${reference ?? `PAYOUT-${orderId.slice(-8).toUpperCase()}`}, ${JSON.stringify(destination)}::jsonb, ${initiatedBy}, ${at}, ${at},
     ${slot?.scheduleId ?? null}, ${slot?.at ?? null}, ${recipient})
     ON CONFLICT (merchant_id, payout_schedule_id, slot_at) WHERE payout_schedule_id IS NOT NULL DO NOTHING
     RETURNING ${payoutColumns}`,
  );
  return row ?? null;
}
