import { webhookBodies } from '@volume/contract/webhooks/bodies.ts';
import { addressOfKind, testEventHeader, type WebhookKind, webhookKinds } from '@volume/contract/webhooks/labels.ts';
import { exampleEvents } from './examples/answers-by-key.ts';
import { type Components, referTo } from './named-schemas.ts';

export const webhookTag = 'Webhooks';

/** The webhooks sent to merchants, as OpenAPI's `webhooks`. */
export const webhookOperations = (components: Components) =>
  Object.fromEntries(webhookKinds.map((kind) => [kind.toLowerCase(), { put: webhook(kind, components) }]));

const boundHeaders = [
  ['x-signature-timestamp', 'When it was sent, in seconds since 1970; refuse what is more than five minutes away.'],
  ['x-signature-application-id', 'The application it is for; refuse what is for another.'],
  ['x-signature', 'The signature of timestamp.applicationId.body in base64, by the same key.'],
  ['x-signature-key-id', 'Names the key in .well-known/signature/keys that made both of these signatures.'],
  ['webhook-id', 'The id of the event, the same in every attempt and in the list of events.'],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970, for webhook-signature.'],
  [
    'webhook-signature',
    'Standard Webhooks: v1a and the Ed25519 signature of id.timestamp.body in base64; one for each valid key.',
  ],
  [testEventHeader, 'Says true on test events.'],
] as const;

function webhook(kind: WebhookKind, components: Components) {
  return {
    operationId: `${kind.toLowerCase()}Webhook`,
    summary: webhookWords[kind],
    tags: [webhookTag],
    // Its signature is verified by the receiver.
    security: [],
    description: `Sent to the application's ${addressOfKind[kind]}, signed: see the guide on webhooks.`,
    parameters: [
      {
        name: 'authorization',
        in: 'header',
        required: true,
        description: 'SHA256withRSA and the signature of the raw body in base64.',
        schema: { type: 'string', pattern: '^SHA256withRSA [A-Za-z0-9+/]+=*$' },
      },
      ...boundHeaders.map(([name, description]) => ({
        name,
        in: 'header',
        required: name !== testEventHeader,
        description,
        schema: { type: 'string' },
      })),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: referTo(components, `${kind}_WEBHOOK`, webhookBodies[kind]),
          example: exampleEvents[kind],
        },
      },
    },
    responses: { 200: { description: 'Accepted. With any other answer, it is sent again.' } },
  };
}

/** When an event of each kind is sent (contract §6). */
const webhookWords: Record<WebhookKind, string> = {
  PAYMENT: 'A payment is COMPLETED, SETTLED or FAILED',
  REFUND: 'A refund changes its status',
  PAYOUT: 'A payout changes its status',
};
