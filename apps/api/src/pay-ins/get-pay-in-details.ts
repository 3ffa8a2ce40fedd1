import type { AccountIdentification } from '@volume/contract/merchants/account.ts';
import {
  getPayInDetails as endpoint,
  type PaymentDetails,
  type PaymentEvent,
} from '@volume/contract/pay-ins/pay-ins.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { findObjectOwner } from '#core/tenant.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { joinIntent, metadataOfPayment } from '#database/payment-metadata.ts';
import { sql } from '#database/sql.ts';
import type { Queries } from '#database/database.ts';

/** Payer, checks and history (contract §3 PaymentDetails); 404 for another merchant's payment. */
export const getPayInDetails = handle(endpoint, async ({ params, caller, services: { database } }) => {
  const { paymentId } = params;
  const merchantId = await findObjectOwner(database, caller, paymentId);
  if (merchantId === null) throw notFound('This payment');
  const [[row], events] = await Promise.all([
    database.query<DetailsRow>(details(merchantId, paymentId)),
    readStory(database, { merchantId, paymentId }),
  ]);
  if (row === undefined) throw notFound('This payment');
  return { ...toDetails(row), events };
});

interface DetailsRow {
  payment_id: string;
  merchant_id: string;
  application_id: string;
  error_description: string | null;
  shopper_id: string | null;
  payment_intent_id: string | null;
  institution_id: string | null;
  institution_name: string | null;
  payee_detail_id: number | null;
  account_holder_name: string | null;
  account_identification_1: AccountIdentification | null;
  account_identification_2: AccountIdentification | null;
  refund_data: PaymentDetails['paymentRefundData'];
  is_payer_checked: boolean;
  payer_name_score: number | null;
  risk: string | null;
  metadata: Record<string, string> | null;
}

const details = (merchantId: string, paymentId: string) => sql`
  SELECT p.payment_id, p.merchant_id, p.application_id, p.error_description, p.shopper_id, p.payment_intent_id,
  p.institution_id, i.name AS institution_name,
    d.payee_detail_id, d.account_holder_name, d.account_identification_1, d.account_identification_2, p.refund_data,
    p.is_payer_checked,
    p.payer_name_score, p.risk, ${metadataOfPayment} AS metadata
  FROM payments AS p
  LEFT JOIN institutions AS i ON i.institution_id = p.institution_id
  LEFT JOIN payee_details AS d ON d.merchant_id = p.merchant_id AND d.payee_detail_id = p.payee_detail_id
  ${joinIntent}
  WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${paymentId}`;

function toDetails(row: DetailsRow): Omit<PaymentDetails, 'events'> {
  return {
    paymentId: row.payment_id,
    applicationId: row.application_id,
    merchantId: row.merchant_id,
    errorDescription: row.error_description,
    shopperId: row.shopper_id,
    paymentIntentId: row.payment_intent_id,
    institution:
      row.institution_id === null
        ? null
        : { institutionId: row.institution_id, name: row.institution_name ?? row.institution_id },
    payee: toPayee(row),
    paymentRefundData: row.refund_data,
    confirmationOfPayer: {
      enabled: row.is_payer_checked,
      score: row.payer_name_score,
      riskCategory: row.risk,
    },
    paymentMetadata: row.metadata,
  };
}

function toPayee({
  payee_detail_id,
  account_holder_name,
  account_identification_1,
  account_identification_2,
}: DetailsRow): PaymentDetails['payee'] {
  if (payee_detail_id === null || account_holder_name === null || account_identification_1 === null) return null;
  return {
    payInAccountId: payee_detail_id,
    accountHolderName: account_holder_name,
    accountIdentification1: account_identification_1,
    accountIdentification2: account_identification_2,
  };
}

interface Line {
  type: string;
  at: Date;
  actor: string | null;
  detail: string | null;
}

/**
 * A payment's history, oldest first: status changes and holds by name (`SETTLED`, `HELD`), refunds as `REFUND_…` with
 * the refund's id as detail, and webhook attempts as `WEBHOOK_DELIVERED` or `WEBHOOK_FAILED` with the address as actor.
 */
async function readStory(queries: Queries, name: { merchantId: string; paymentId: string }): Promise<PaymentEvent[]> {
  const lines = await queries.query<Line>(story(name));
  return lines.map(({ type, at, actor, detail }) => ({ type, atUtc: toWireTime(at), actor, detail }));
}

const story = ({ merchantId, paymentId }: { merchantId: string; paymentId: string }) => sql`
  SELECT e.type, e.at, e.actor, e.detail, 0 AS rank, e.seq FROM payment_events AS e
  WHERE e.merchant_id = ${merchantId} AND e.payment_id = ${paymentId}
  UNION ALL
  SELECT CASE WHEN a.http_status = 200 OR (d.endpoint_id IS NOT NULL AND a.http_status BETWEEN 200 AND 299) THEN 'WEBHOOK_DELIVERED' ELSE 'WEBHOOK_FAILED' END, a.at, d.url,
    concat_ws(', ', coalesce(o.status, d.event_type), coalesce(a.error, a.http_status::text), CASE a.duration_ms WHEN 0 THEN 'under 1' ELSE a.duration_ms::text END || ' ms'), 1, a.attempt
  FROM webhook_deliveries AS d
  JOIN webhook_attempts AS a ON a.merchant_id = d.merchant_id AND a.delivery_id = d.delivery_id
  LEFT JOIN outgoing_events AS o ON o.merchant_id = d.merchant_id AND o.event_id = d.event_id
  WHERE d.merchant_id = ${merchantId} AND d.object_id = ${paymentId} AND d.replay_id IS NULL
  ORDER BY at, rank, seq`;
