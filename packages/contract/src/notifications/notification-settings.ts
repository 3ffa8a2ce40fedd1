import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { ApplicationParams } from '@volume/contract/ids.ts';

const shared = {
  origin: 'specification',
  method: 'PUT',
  access: { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'write' },
  // The response of these calls is not specified (§7), so nothing is read from it.
  status: 204,
  params: ApplicationParams,
  body: z.strictObject({ shouldSend: z.boolean() }),
} as const;
const path = 'merchants/{merchantId}/applications/{applicationId}/external-payment';

export const setExternalPaymentEmail = endpoint({
  ...shared,
  name: 'setExternalPaymentEmail',
  summary: 'Switch the email about external payments on or off',
  path: `${path}/send-email`,
});

export const setExternalPaymentWebhook = endpoint({
  ...shared,
  name: 'setExternalPaymentWebhook',
  summary: 'Switch the webhook about external payments on or off',
  path: `${path}/send-webhook`,
});
