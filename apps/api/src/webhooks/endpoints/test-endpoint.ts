import { testWebhookEndpoint as endpoint } from '@volume/contract/webhooks/webhook-endpoints.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { handle } from '#core/handler.ts';
import { writeContext } from '#core/write-context.ts';
import { writeDelivery } from '#webhooks/deliver/write-delivery.ts';
import { readDelivery } from '#webhooks/delivery-row.ts';
import { markAsTest } from '#webhooks/replays/forge.ts';
import { testLimit } from '#webhooks/send-test-webhook.ts';
import { sampleBody, sampleTypes } from '#webhooks/signing/sample-body.ts';
import { holdApplication, readEndpoint, refuseUnlessOpen } from './endpoint-row.ts';

/**
 * Sends a sample event of a kind to a confirmed endpoint, once, whichever types it chose. 409 while it is paused or not
 * confirmed, 429 after ten a minute.
 */
export const testWebhookEndpoint = handle(endpoint, async (call) => {
  const { params, services } = call;
  const { kind } = call.body;
  const { merchantId, applicationId } = params;
  await services.rateLimits.spend(testLimit(merchantId));
  const context = writeContext(services);
  return services.database.transaction(async (queries) => {
    await holdApplication(queries, params);
    const row = await readEndpoint(queries, params);
    refuseUnlessOpen(row);
    const { url, endpoint_id: id } = row;
    const objectId = context.newId();
    const sample = JSON.stringify(sampleBody(kind, { applicationId, objectId, at: context.at }));
    const about = { merchantId, applicationId, eventId: null, kind, objectId, url, requestBody: markAsTest(sample) };
    const deliveryId = await writeDelivery(queries, context, {
      ...about,
      endpoint: { id, eventType: sampleTypes[kind] },
    });
    const detail = `${kind} ${url}`;
    await recordActivity(queries, call, { merchantId, action: 'WEBHOOK_TESTED', subject: deliveryId, detail });
    return readDelivery(queries, { ...params, deliveryId });
  });
});
