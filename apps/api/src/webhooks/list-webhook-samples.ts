import { listWebhookSamples as endpoint, webhookKinds } from '@volume/contract/webhooks.ts';
import { handle } from '#core/handler.ts';
import { sampleBody } from './signing/sample-body.ts';
import { signBody } from './signing/sign-body.ts';

/** The object of every sample: of no payment, refund or payout there is. */
const objectId = '00000000-0000-4000-8000-000000000000';

/** A sample of every kind of event, signed like those that are sent. */
export const listWebhookSamples = handle(endpoint, async ({ params: { applicationId }, services }) => {
  const { clock } = services;
  return Promise.all(
    webhookKinds.map(async (kind) => {
      const requestBody = JSON.stringify(sampleBody(kind, { applicationId, objectId, at: clock.now() }));
      return { kind, requestBody, authorization: (await signBody(services, requestBody)).authorization };
    }),
  );
});
