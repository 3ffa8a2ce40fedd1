import { type WebhookKind, webhookKinds, type WebhookState, webhookStates } from '@volume/contract/webhook-words.ts';
import { readDay, readId, readWhole } from '#platform/lists/read-search.ts';
import { readList } from '#platform/search-text.ts';

export const webhookViews = ['addresses', 'deliveries', 'signatures'] as const;
export type WebhookView = (typeof webhookViews)[number];

/** What the address of the webhooks page says; undefined stands for the default. */
export type WebhooksSearch = ReturnType<typeof readWebhooksSearch>;

/** Reads the search parameters; what is unknown or hostile falls back silently. */
export function readWebhooksSearch(given: Record<string, unknown>) {
  const from = readDay(given['from']);
  const to = readDay(given['to']);
  const isTurned = from !== undefined && to !== undefined && from > to;
  return {
    view: webhookViews.find((view) => view === given['view']),
    kind: readChoices<WebhookKind>(given['kind'], webhookKinds),
    state: readChoices<WebhookState>(given['state'], webhookStates),
    objectId: readId(given['objectId']),
    from: isTurned ? to : from,
    to: isTurned ? from : to,
    page: readWhole(given['page'], 1_000_000),
    rows: readWhole(given['rows'], 100),
    /** The delivery that stands open beside the list. */
    delivery: readId(given['delivery']),
    applicationId: readId(given['applicationId']),
  };
}

function readChoices<T extends string>(given: unknown, allowed: readonly T[]): T[] {
  const chosen = readList(given);
  return allowed.filter((choice) => chosen.includes(choice));
}
