import { Button } from '#design/controls/button.tsx';
import type { Application } from '@volume/contract/merchants.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import type { WebhooksSearch } from '#features/webhooks/webhooks-search.ts';
import { toFilters } from './deliveries-query.ts';

export interface DeliveriesEmptyProps {
  application: Application;
  search: WebhooksSearch;
  hrefOf: (change: Partial<WebhooksSearch>) => string;
}

/** No deliveries: by these filters, since no address is set, or since nothing has happened yet. */
export function DeliveriesEmpty({ application, search, hrefOf }: DeliveriesEmptyProps) {
  if (Object.keys(toFilters(search)).length > 0 || search.page !== undefined) {
    const all = { kind: [], state: [], objectId: undefined, from: undefined, to: undefined, page: undefined };
    return (
      <EmptyState
        title="No deliveries match these filters"
        actions={<Button href={hrefOf(all)}>Show all deliveries</Button>}
      />
    );
  }
  const { paymentStatusWebhookUrl, refundWebhookUrl, payoutWebhookUrl } = application;
  if (paymentStatusWebhookUrl ?? refundWebhookUrl ?? payoutWebhookUrl) {
    return (
      <EmptyState
        title="Nothing has been sent yet"
        detail="Each payment, refund or payout event appears here as it is sent to your server. You can send a test event now."
      />
    );
  }
  return (
    <EmptyState
      title="No webhook address is set"
      detail="Set one to receive payment, refund and payout events."
      actions={<Button href={hrefOf({ view: undefined })}>Set addresses</Button>}
    />
  );
}
