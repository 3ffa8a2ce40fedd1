import type { CallDocs } from '@volume/contract/call-docs.ts';

export const webhooksDocs: CallDocs = {
  setWebhooksCallbacks: {
    versionIs: 'addressesVersion of the application',
    stepUpFor: 'other addresses',
  },
  resendWebhookDelivery: {
    codes: ['NO_WEBHOOK_ADDRESS', 'ENDPOINT_NOT_SENT_TO', 'RESENT_TOO_OFTEN', 'REPLAY_NOT_RESENT'],
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
  testWebhookEndpoint: {
    codes: ['ENDPOINT_NOT_SENT_TO'],
  },
  startWebhookReplay: {
    example: { day: '2026-11-20', faults: ['DUPLICATES', 'REORDERING', 'BAD_SIGNATURES'], speed: 60 },
    codes: ['ENDPOINT_NOT_SENT_TO', 'ENDPOINT_CHANGED', 'REPLAY_RUNNING', 'NO_EVENTS', 'EVENT_NOT_KEPT'],
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
