import type { BulkItem, BulkItemState, BulkKind } from '@volume/contract/bulk/bulk.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { WebhookKind } from '@volume/contract/webhooks/labels.ts';
import { type Sql, sql } from '#database/sql.ts';
import type { JobName } from './bulk-row.ts';

export interface ItemRow {
  place: number;
  objectId: string;
  state: BulkItemState;
  amount: number | null;
  currency: Currency | null;
  reason: string | null;
  resultId: string | null;
  doneAt: Date | null;
  name: string | null;
  reference: string | null;
  eventKind: WebhookKind | null;
  eventStatus: string | null;
  refundStatus: string | null;
}

/** Selects rows of a job, named by one join: `which` is the condition, order and limit, before anything is joined. */
export function selectNamed(job: JobName, kind: BulkKind, which: Sql): Sql {
  const { columns, joins } = named[kind](job.applicationId);
  return sql`SELECT i.place, i.object_id AS "objectId", i.state, i.amount, i.currency::text AS currency,
     i.result_id AS "resultId", i.done_at AS "doneAt", ${columns}
   FROM (SELECT * FROM bulk_items WHERE merchant_id = ${job.merchantId} AND bulk_job_id = ${job.bulkJobId} ${which}) AS i
   ${joins} ORDER BY i.place`;
}

/** The payer's name from the bank, otherwise the names that the merchant provided. */
const payer = sql`coalesce(nullif(trim(p.payer_name), ''), nullif(array_to_string(p.merchant_provided_payer_details_names, ', '), ''))`;

/** A job can list ids of other applications, which stay unnamed. */
const payment = (applicationId: string, id: Sql) =>
  sql`LEFT JOIN payments AS p ON p.merchant_id = i.merchant_id AND p.payment_id = ${id} AND p.application_id = ${applicationId}`;

const named: Record<BulkKind, (applicationId: string) => { columns: Sql; joins: Sql }> = {
  REFUND: (applicationId) => ({
    columns: sql`${payer} AS name, p.reference, NULL AS "eventKind", NULL AS "eventStatus", r.status::text AS "refundStatus",
      CASE WHEN r.status NOT IN ('IN_PROGRESS', 'HELD') THEN r.status_description ELSE i.reason END AS reason`,
    joins: sql`${payment(applicationId, sql`i.object_id`)}
      LEFT JOIN refunds AS r ON i.state = 'DONE' AND r.merchant_id = i.merchant_id AND r.refund_id = i.result_id`,
  }),
  RESEND: (applicationId) => ({
    columns: sql`coalesce(${payer}, o.destination->>'name') AS name, coalesce(p.reference, o.reference) AS reference,
      d.kind AS "eventKind", d.request_body::json->>(lower(d.kind) || 'Status') AS "eventStatus", NULL AS "refundStatus",
      i.reason`,
    joins: sql`LEFT JOIN webhook_deliveries AS d ON d.merchant_id = i.merchant_id AND d.delivery_id = i.object_id
        AND d.application_id = ${applicationId}
      LEFT JOIN refunds AS r ON d.kind = 'REFUND' AND r.merchant_id = i.merchant_id AND r.refund_id = d.object_id
      LEFT JOIN outbound_payments AS o ON d.kind = 'PAYOUT' AND o.merchant_id = i.merchant_id
        AND o.payout_payment_id = d.object_id
      ${payment(applicationId, sql`CASE d.kind WHEN 'PAYMENT' THEN d.object_id WHEN 'REFUND' THEN r.payment_id END`)}`,
  }),
};

export const toItem = ({ doneAt, eventKind, eventStatus, ...row }: ItemRow): BulkItem => ({
  ...row,
  doneAtUtc: doneAt && toWireTime(doneAt),
  event: eventKind && { kind: eventKind, status: eventStatus },
});
