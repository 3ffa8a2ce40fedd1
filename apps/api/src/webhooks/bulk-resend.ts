import { bulkResendsPerMinute } from '@volume/contract/bulk/labels.ts';
import { sql } from '#database/sql.ts';
import type { BulkAction } from '#queue/bulk/bulk-action.ts';
import { type DeliveryTarget, targetOfDelivery } from './address-columns.ts';
import { newestFirst, selectDeliveries } from './list-webhook-deliveries.ts';
import { resendLimit, sendAgain, resendRefusal } from './resend-webhook-delivery.ts';

type Found = DeliveryTarget & { id: string };

/** Resends each delivery like `resendWebhookDelivery`. */
export const bulkResend: BulkAction = {
  async find({ query }, scope, body, most) {
    if (!('deliveries' in body)) return null;
    const rows = await query<{ id: string }>(
      sql`SELECT delivery_id AS id FROM webhook_deliveries WHERE ${selectDeliveries(scope, body.deliveries)}
       ORDER BY ${newestFirst} LIMIT ${most}`,
    );
    return rows.map(({ id }) => id);
  },
  async plan({ database }, { merchantId, applicationId }, ids) {
    const found = await database.query<Found>(
      sql`SELECT d.delivery_id AS id, ${targetOfDelivery.columns(merchantId)} FROM ${targetOfDelivery.from(merchantId)}
       WHERE d.merchant_id = ${merchantId} AND d.application_id = ${applicationId} AND d.delivery_id = ANY(${ids}::uuid[])`,
    );
    const byId = new Map(found.map((each) => [each.id, each]));
    return ids.map((objectId) => {
      const delivery = byId.get(objectId);
      const reason = delivery ? (resendRefusal(delivery)?.message ?? null) : 'This delivery was not found.';
      return { objectId, amount: null, currency: null, isExcluded: reason !== null, reason };
    });
  },
  // A bulk job leaves part of the rate limit to users who resend single events.
  rateLimits: ({ merchantId }) => [
    { ...resendLimit(merchantId), key: `webhook-resend-bulk:${merchantId}`, most: bulkResendsPerMinute },
    resendLimit(merchantId),
  ],
  async run(queries, { services, caller, scope, objectId }) {
    const request = { address: null, traceId: null, header: () => null };
    await sendAgain({ params: { ...scope, deliveryId: objectId }, caller, services, request }, queries);
    return { resultId: null, reason: null };
  },
};
