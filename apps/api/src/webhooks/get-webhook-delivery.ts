import { getWebhookDelivery as endpoint } from '@volume/contract/webhooks.ts';
import { handle } from '#http/handler.ts';
import { readDelivery } from './delivery-row.ts';
import { signBody } from './signing/sign-body.ts';

/** One webhook delivery with every attempt and the header that signs its body. */
export const getWebhookDelivery = handle(endpoint, async ({ params, services }) => {
  const delivery = await readDelivery(services.database, params);
  return { ...delivery, authorization: (await signBody(services, delivery.requestBody)).authorization };
});
