import { addressOfKind, type AddressField, type WebhookKind } from '@volume/contract/webhooks/webhooks.ts';
import { raw, type Sql, sql } from '#database/sql.ts';

export const addressColumns: Record<AddressField, string> = {
  paymentStatusWebhookUrl: 'payment_status_webhook_url',
  refundWebhookUrl: 'refund_webhook_url',
  payoutWebhookUrl: 'payout_webhook_url',
  merchantCallbackUrlForWeb: 'merchant_callback_url_for_web',
  merchantCallbackUrlForMobile: 'merchant_callback_url_for_mobile',
  cancelUrl: 'cancel_url',
};

/** SQL of the address for events of `kind` (an SQL expression), from the applications table with the alias `a`. */
export function addressOf(kind: Sql): Sql {
  const kinds = Object.keys(addressOfKind) as WebhookKind[];
  const cases = kinds.map((each) => `WHEN '${each}' THEN a.${addressColumns[addressOfKind[each]]}`);
  return sql`CASE ${kind} ${raw(cases.join(' '))} END`;
}

/**
 * Where a delivery `d` would be sent now: FROM, JOIN and the columns that `resendRefusal` needs. They name the merchant of each
 * table, because a cluster does not infer it across an outer join or for a subquery.
 */
export const targetOfDelivery = {
  columns: (
    merchantId: string,
  ) => sql`d.kind, d.replay_id IS NOT NULL AS "isReplay", d.endpoint_id AS "endpointId", e.endpoint_id IS NULL AS "isDeleted", e.confirmed_at IS NOT NULL AS "isConfirmed",
    e.paused_at IS NOT NULL AS "isPaused", CASE WHEN d.endpoint_id IS NULL THEN ${addressOf(sql`d.kind`)} ELSE e.url END AS url,
    (SELECT count(*) FROM webhook_attempts AS t WHERE t.merchant_id = ${merchantId} AND t.delivery_id = d.delivery_id) AS attempts`,
  from: (merchantId: string) => sql`webhook_deliveries AS d
    JOIN applications AS a ON a.merchant_id = d.merchant_id AND a.application_id = d.application_id
    LEFT JOIN webhook_endpoints AS e ON e.merchant_id = ${merchantId} AND e.endpoint_id = d.endpoint_id`,
};

export interface DeliveryTarget {
  kind: WebhookKind;
  endpointId: string | null;
  isReplay: boolean;
  /** These three are about the endpoint. */
  isDeleted: boolean;
  isConfirmed: boolean;
  isPaused: boolean;
  url: string | null;
  attempts: number;
}
