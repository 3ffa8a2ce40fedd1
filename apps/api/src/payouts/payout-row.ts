import type { Currency } from '@volume/contract/money/money.ts';
import type { OutboundPayment } from '@volume/contract/payouts/payouts.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';
import { sql } from '#database/sql.ts';

export type Destination = OutboundPayment['payoutRequestDetails']['destination'];

export interface PayoutRow {
  payout_payment_id: string;
  application_id: string;
  payee_detail_id: number;
  type: 'PAYOUT' | 'SCHEDULED_PAYOUT';
  status: MoneyOutStatus;
  status_description: string | null;
  amount: number;
  currency: Currency;
  reference: string | null;
  destination: Destination;
  initiated_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export const payoutColumns = sql`payout_payment_id, application_id, payee_detail_id, type, status, status_description, amount,
  currency, reference, destination, initiated_by, created_at, updated_at`;

/** A payout in the shape of the wire (contract §3); amounts in minor units. */
export function toPayout(row: PayoutRow): OutboundPayment {
  return {
    payoutPaymentId: row.payout_payment_id,
    createdAtUtc: toWireTime(row.created_at),
    updatedAtUtc: toWireTime(row.updated_at),
    status: row.status,
    statusDescription: row.status_description,
    payInAccountId: row.payee_detail_id,
    type: row.type,
    initiatedBy: row.initiated_by,
    payoutRequestDetails: {
      amount: row.amount,
      currency: row.currency,
      reference: row.reference,
      destination: row.destination,
    },
  };
}
