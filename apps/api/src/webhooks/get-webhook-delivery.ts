import { getWebhookDelivery as endpoint } from '@volume/contract/webhooks.ts';
import { handle } from '#core/handler.ts';
import { readMarkedDelivery } from './delivery-row.ts';
import { signBody } from './signing/sign-body.ts';

/** One webhook delivery with every attempt, and of a test event the header that signs its body. */
export const getWebhookDelivery = handle(endpoint, async ({ params, services }) => {
  const { delivery, isTest } = await readMarkedDelivery(services.database, params);
  return { ...delivery, authorization: isTest ? (await signBody(services, delivery.requestBody)).authorization : null };
});
