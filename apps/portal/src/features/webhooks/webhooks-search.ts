import { webhookKinds, webhookStates } from '@volume/contract/webhook-words.ts';
import { readChoices, readDays, readId, readPage, readWhole } from '#lists/read-search.ts';

export const webhookViews = ['addresses', 'deliveries', 'signatures'] as const;
export type WebhookView = (typeof webhookViews)[number];

/** What the address of the webhooks page says; undefined stands for the default. */
export type WebhooksSearch = ReturnType<typeof readWebhooksSearch>;

/** Reads the search parameters; what is unknown or hostile falls back silently. */
export function readWebhooksSearch(given: Record<string, unknown>) {
  const [from, to] = readDays(given['from'], given['to']);
  return {
    view: webhookViews.find((view) => view === given['view']),
    kind: readChoices(given['kind'], webhookKinds),
    state: readChoices(given['state'], webhookStates),
    objectId: readId(given['objectId']),
    from,
    to,
    page: readPage(given['page']),
    rows: readWhole(given['rows'], 100),
    /** The delivery that stands open beside the list. */
    delivery: readId(given['delivery']),
    applicationId: readId(given['applicationId']),
  };
}
