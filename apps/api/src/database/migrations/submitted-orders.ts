import type { Migration } from './migration.ts';

/**
 * Fills `submitted_at` of some thousand orders that an older build submitted without it, and returns them: the time of
 * the approval, otherwise of creation. Corrections were never submitted to a provider.
 */
const fill = (table: 'outbound_payments' | 'refunds', id: 'payout_payment_id' | 'refund_id'): string => `
  UPDATE ${table} AS o SET submitted_at = due.submitted_at
  FROM (
    SELECT o.merchant_id, o.${id}, coalesce(a.decided_at, o.created_at) AS submitted_at
    FROM ${table} AS o
    LEFT JOIN approvals AS a ON a.merchant_id = o.merchant_id AND a.order_id = o.${id} AND a.state = 'APPROVED'
    WHERE o.submitted_at IS NULL AND o.status IN ('HELD', 'PROCESSED', 'RETURNED')
      AND NOT EXISTS (SELECT FROM exception_corrections AS c
        WHERE c.merchant_id = o.merchant_id AND c.correction_id = o.${id})
    LIMIT 2000
  ) AS due
  WHERE o.merchant_id = due.merchant_id AND o.${id} = due.${id}
  RETURNING o.${id}`;

/**
 * Part of a migration that has run: never changed. Reconciliation runs them as well, for an older build that is still
 * running.
 */
export const fillSubmitted = [fill('outbound_payments', 'payout_payment_id'), fill('refunds', 'refund_id')] as const;

/** When an order was last submitted to its provider, which decides the day of the statement that contains it. */
export const submittedOrders: Migration = {
  name: '0152-submitted-orders',
  steps: [
    {
      sql: `ALTER TABLE outbound_payments ADD COLUMN IF NOT EXISTS submitted_at timestamptz(3);
        ALTER TABLE refunds ADD COLUMN IF NOT EXISTS submitted_at timestamptz(3);`,
    },
    // The status is for rows without a time: orders that wait, were refused or failed have none.
    { index: 'outbound_payments_submitted', on: 'outbound_payments (submitted_at, status)' },
    { index: 'refunds_submitted', on: 'refunds (submitted_at, status)' },
    ...fillSubmitted.map((backfill) => ({ backfill })),
  ],
};
