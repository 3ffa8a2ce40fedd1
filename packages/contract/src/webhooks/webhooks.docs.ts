import type { CallDocs } from '@volume/contract/call-docs.ts';

export const webhooksDocs: CallDocs = {
  setWebhooksCallbacks: {
    versionIs: 'addressesVersion of the application',
    stepUpFor: 'other addresses',
  },
  resendWebhookDelivery: {
    codes: ['NO_WEBHOOK_ADDRESS', 'RESENT_TOO_OFTEN'],
  },
  sendTestWebhook: {
    codes: ['NO_WEBHOOK_ADDRESS'],
  },
  listEvents: {
    codes: ['EVENT_NOT_KEPT'],
  },
  listWebhookMessages: {
    codes: ['EVENT_NOT_KEPT', 'KEY_NEEDED'],
  },
};
