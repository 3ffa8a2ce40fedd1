import { sendTestWebhook as endpoint } from '@volume/contract/webhooks.ts';
import { handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { addressOf } from './address-columns.ts';
import { writeDelivery } from './deliver/write-delivery.ts';
import { readDelivery } from './delivery-row.ts';
import { kindWords } from './kind-words.ts';
import { sampleBody } from './signing/sample-body.ts';
import { sql } from '#database/sql.ts';

/** Sends a sample event of a kind to its address, once and without trying again. 409 without an address, 429 beyond ten a minute. */
export const sendTestWebhook = handle(endpoint, async (call) => {
  const { params, services } = call;
  const { kind } = call.body;
  const { merchantId, applicationId } = params;
  await services.windows.spend({
    key: `webhook-test:${merchantId}`,
    most: 10,
    seconds: 60,
    message: 'Ten test events were sent in this minute. Nothing was sent now; try again in a minute.',
  });
  const context = writeContext(services);
  return services.database.transaction(async (queries) => {
    const [application] = await queries.query<{ url: string | null }>(
      sql`SELECT ${addressOf(sql`${kind}::text`)} AS url FROM applications AS a
       WHERE a.merchant_id = ${merchantId} AND a.application_id = ${applicationId}`,
    );
    if (!application) throw notFound('This application');
    const { url } = application;
    if (url === null) throw new Problem(409, `No address is set for ${kindWords[kind]}.`);
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
