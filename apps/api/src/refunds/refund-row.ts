import type { Refund } from '@volume/contract/pay-ins.ts';
import { toWireTime } from '@volume/contract/period.ts';
import type { Currency } from '@volume/contract/money.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';
import { sql } from '#database/sql.ts';

export interface RefundRow {
  refund_id: string;
  payment_id: string;
  amount: number;
  currency: Currency;
  reference: string | null;
  status: MoneyOutStatus;
  initiated_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export const refundColumns = sql`refund_id, payment_id, amount, currency::text as currency, reference,
  status::text as status, initiated_by, created_at, updated_at`;

/** A refund as the wire says it (§3); amounts in minor units. */
export function toRefund(row: RefundRow): Refund {
  return {
    refundId: row.refund_id,
    createdAtUtc: toWireTime(row.created_at),
    updatedAtUtc: toWireTime(row.updated_at),
    refundPaymentReference: row.reference,
    refundPaymentAmount: row.amount,
    refundPaymentCurrency: row.currency,
    refundStatus: row.status,
  };
}
