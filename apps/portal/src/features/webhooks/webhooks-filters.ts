import { webhookKinds, webhookStates } from '@volume/contract/webhooks/labels.ts';
import { defineSearch } from '#lists/list-search.ts';
import { readId } from '#lists/read-search.ts';

const webhookViews = ['addresses', 'endpoints', 'deliveries', 'signatures'] as const;
export type WebhookView = (typeof webhookViews)[number];

export const webhooksSearch = defineSearch({
  filters: [
    { kind: 'choices', param: 'state', wire: 'state', label: 'State', values: webhookStates },
    { kind: 'choices', param: 'kind', wire: 'kind', label: 'Event', values: webhookKinds },
    { kind: 'days', from: 'from', to: 'to', wire: ['from', 'to'], label: 'Created' },
    {
      kind: 'id',
      param: 'objectId',
      wire: 'objectId',
      label: 'Object',
      placeholder: 'Id of a payment, refund or payout',
    },
    { kind: 'id', param: 'endpointId', wire: 'endpointId', label: 'Endpoint', placeholder: 'Id of an endpoint' },
    { kind: 'id', param: 'webhookId', wire: 'webhookId', label: 'Webhook id', placeholder: 'webhook-id of a request' },
  ],
  sorts: ['created-desc'],
  readOther: (given) => ({
    view: webhookViews.find((view) => view === given['view']),
    /** The delivery that is open next to the list. */
    delivery: readId(given['delivery']),
    applicationId: readId(given['applicationId']),
  }),
});

export type WebhooksSearch = ReturnType<typeof webhooksSearch.read>;
