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
