import {
  listWebhookSamples as listWebhookSamplesEndpoint,
  sendTestWebhook as sendTestWebhookEndpoint,
  webhookKinds,
} from '@volume/contract/webhooks/webhooks.ts';
import { handle } from '#core/handler.ts';
import type { RateLimit } from '#core/limits/rate-limits.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { addressOf } from './address-columns.ts';
import { writeDelivery } from '#webhooks/deliver/write-delivery.ts';
import { kindWords, readDelivery } from './delivery-row.ts';
import { sampleBody } from '#webhooks/signing/sample-body.ts';
import { sql } from '#database/sql.ts';
import { signBody, signSending } from '#webhooks/signing/sign-body.ts';

/**
 * Sends a sample event of a kind to its address, once and without retries. 409 without an address, 429 after ten a
 * minute.
 */
export const sendTestWebhook = handle(sendTestWebhookEndpoint, async (call) => {
  const { params, services } = call;
  const { kind } = call.body;
  const { merchantId, applicationId } = params;
  await services.rateLimits.spend(testLimit(merchantId));
  const context = writeContext(services);
  return services.database.transaction(async (queries) => {
    const [application] = await queries.query<{ url: string | null }>(
      sql`SELECT ${addressOf(sql`${kind}::text`)} AS url FROM applications AS a
       WHERE a.merchant_id = ${merchantId} AND a.application_id = ${applicationId}`,
    );
    if (!application) throw notFound('This application');
    const { url } = application;
    if (url === null)
      throw new Problem(409, `No address is set for ${kindWords[kind]}.`, { code: 'NO_WEBHOOK_ADDRESS' });
    const objectId = context.newId();
    const requestBody = JSON.stringify(sampleBody(kind, { applicationId, objectId, at: context.at }));
    const delivery = { merchantId, applicationId, eventId: null, kind, objectId, url, requestBody };
    const deliveryId = await writeDelivery(queries, context, delivery);
    await recordActivity(queries, call, {
      merchantId,
      action: 'WEBHOOK_TESTED',
      subject: deliveryId,
      detail: `${kind} ${url}`,
    });
    return readDelivery(queries, { ...params, deliveryId });
  });
});

/** Test events per merchant and minute, to addresses and endpoints. */
export const testLimit = (merchantId: string): RateLimit => ({
  key: `webhook-test:${merchantId}`,
  most: 10,
  seconds: 60,
  message: 'Ten test events were sent in this minute. Nothing was sent now; try again in a minute.',
});

/** The object id of every sample; no payment, refund or payout has it. */
const objectId = '00000000-0000-4000-8000-000000000000';

/** A sample of every kind of event, signed like real events. */
export const listWebhookSamples = handle(
  listWebhookSamplesEndpoint,
  async ({ params: { applicationId }, services }) => {
    const { clock } = services;
    return Promise.all(
      webhookKinds.map(async (kind) => {
        const requestBody = JSON.stringify(sampleBody(kind, { applicationId, objectId, at: clock.now() }));
        const { authorization, keyId } = await signBody(services, requestBody);
        const headers = await signSending(services, { id: objectId, applicationId, body: requestBody, isTest: true });
        return { kind, requestBody, authorization, headers: { ...headers, 'x-signature-key-id': keyId } };
      }),
    );
  },
);
