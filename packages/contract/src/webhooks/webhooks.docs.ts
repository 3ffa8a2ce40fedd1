import type { CallDocs } from '@volume/contract/call-docs.ts';

export const webhooksDocs: CallDocs = {
  setWebhooksCallbacks: {
    versionIs: 'addressesVersion of the application',
    stepUpFor: 'other addresses',
  },
  resendWebhookDelivery: {
    codes: ['NO_WEBHOOK_ADDRESS', 'ENDPOINT_NOT_SENT_TO', 'RESENT_TOO_OFTEN'],
  },
  sendTestWebhook: {
    codes: ['NO_WEBHOOK_ADDRESS'],
  },
  createWebhookEndpoint: {
    example: {
      name: 'Order service',
      url: 'https://shop.example.com/volume',
      types: ['payment.settled', 'payment.failed', 'refund.processed'],
    },
    codes: ['NAME_IN_USE', 'TOO_MANY_ENDPOINTS'],
  },
  changeWebhookEndpoint: {
    example: { name: 'Order service', url: 'https://shop.example.com/volume', types: ['payment.settled'] },
    versionIs: 'version of the endpoint',
    stepUpFor: 'another address',
    codes: ['NAME_IN_USE'],
  },
  rotateWebhookEndpointKey: {
    codes: ['KEY_OVERLAPS'],
  },
  challengeWebhookEndpoint: {
    codes: ['ADDRESS_CONFIRMED', 'ENDPOINT_CHANGED'],
  },
  confirmWebhookEndpoint: {
    codes: ['ADDRESS_CONFIRMED', 'WRONG_CHALLENGE', 'CHALLENGE_OVER'],
  },
  listEvents: {
    codes: ['EVENT_NOT_KEPT'],
  },
  listWebhookMessages: {
    codes: ['EVENT_NOT_KEPT', 'KEY_NEEDED'],
  },
  listReplayMessages: {
    codes: ['EVENT_NOT_KEPT', 'KEY_NEEDED'],
  },
};
