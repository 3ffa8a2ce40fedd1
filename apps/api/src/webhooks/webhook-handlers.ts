import type { Handler } from '#core/handler.ts';
import {
  exportPickedWebhookDeliveries,
  exportWebhookDeliveries,
  getWebhookDelivery,
  listWebhookDeliveries,
} from './list-webhook-deliveries.ts';
import { listWebhookSamples, sendTestWebhook } from './send-test-webhook.ts';
import { resendWebhookDelivery } from './resend-webhook-delivery.ts';
import { listEvents } from '#webhooks/feed/list-events.ts';
import { getSampleMessage } from '#webhooks/messages/get-sample-message.ts';
import { listWebhookMessages } from '#webhooks/messages/list-webhook-messages.ts';
import { listReplayMessages } from '#webhooks/messages/list-replay-messages.ts';
import { challengeHandlers } from '#webhooks/endpoints/challenge.ts';
import { testWebhookEndpoint } from '#webhooks/endpoints/test-endpoint.ts';
import { endpointWriters } from '#webhooks/endpoints/write-endpoints.ts';
import { getWebhookReplay } from '#webhooks/replays/show-replay.ts';
import { startWebhookReplay } from '#webhooks/replays/start-replay.ts';
import { setWebhooksCallbacks } from './set-webhooks-callbacks.ts';

export const webhookHandlers: readonly Handler[] = [
  setWebhooksCallbacks,
  listWebhookDeliveries,
  exportPickedWebhookDeliveries,
  exportWebhookDeliveries,
  listWebhookSamples,
  getWebhookDelivery,
  resendWebhookDelivery,
  sendTestWebhook,
  listEvents,
  listWebhookMessages,
  getSampleMessage,
  listReplayMessages,
  ...endpointWriters,
  ...challengeHandlers,
  testWebhookEndpoint,
  startWebhookReplay,
  getWebhookReplay,
];
