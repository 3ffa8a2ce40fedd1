import { apiKeyScopes } from '@volume/contract/access.ts';
import type { ApiKeySlot } from '@volume/contract/api-keys/api-keys.ts';
import { getOwnKey as endpoint } from '@volume/contract/api-keys/own-key.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { requireKey } from '#core/require-key.ts';
import { sql } from '#database/sql.ts';

interface Row {
  application_name: string;
  /** Null for the primary and secondary key. */
  name: string | null;
  expires_at: Date | null;
  allowed_addresses: string[];
  payment_status_webhook_url: string | null;
  refund_webhook_url: string | null;
  payout_webhook_url: string | null;
}

/** Returns the rights of the calling key and the addresses that it works from, so that a tool can explain why a call is refused. */
export const getOwnKey = handle(endpoint, async ({ caller, services, request }) => {
  const { applicationId, name: key, scopes } = requireKey(caller);
  const { merchantId } = caller as { merchantId: string };
  const [row] = await services.database.query<Row>(
    sql`SELECT a.application_name, k.name, k.expires_at, k.allowed_addresses,
        a.payment_status_webhook_url, a.refund_webhook_url, a.payout_webhook_url
      FROM (
        SELECT merchant_id, application_id, NULL AS name, NULL::timestamptz AS expires_at, allowed_addresses
        FROM application_secrets
        WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND key = ${key}
        UNION ALL
        SELECT merchant_id, application_id, name, expires_at, allowed_addresses
        FROM application_keys
        WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} AND key_id::text = ${key}
      ) AS k
      JOIN applications AS a ON a.merchant_id = k.merchant_id AND a.application_id = k.application_id`,
  );
  // Reset or revoked since this call began.
  if (!row) throw notFound('This key');
  return {
    merchantId,
    applicationId,
    applicationName: row.application_name,
    key: row.name === null ? (key as ApiKeySlot) : ('NAMED' as const),
    name: row.name,
    scopes: [...(scopes ?? apiKeyScopes)],
    expiresAtUtc: row.expires_at && toWireTime(row.expires_at),
    allowedAddresses: row.allowed_addresses,
    calledFrom: request.address,
    paymentStatusWebhookUrl: row.payment_status_webhook_url,
    refundWebhookUrl: row.refund_webhook_url,
    payoutWebhookUrl: row.payout_webhook_url,
    nowUtc: toWireTime(services.clock.now()),
  };
});
