import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import type { DeliveriesProps } from './deliveries-section.tsx';
import { toFilters } from './deliveries-query.ts';

/** No deliveries: by these filters, since no address is set, or since nothing has happened yet. */
export function DeliveriesEmpty({ application, search, hrefOf }: Omit<DeliveriesProps, 'onChange'>) {
  if (Object.keys(toFilters(search)).length > 0 || search.page !== undefined) {
    const all = { kind: [], state: [], objectId: undefined, from: undefined, to: undefined, page: undefined };
    return (
      <EmptyState
        title="No deliveries by these filters"
        actions={<Button href={hrefOf(all)}>Show all deliveries</Button>}
      />
    );
  }
  const { paymentStatusWebhookUrl, refundWebhookUrl, payoutWebhookUrl } = application;
  if (paymentStatusWebhookUrl ?? refundWebhookUrl ?? payoutWebhookUrl) {
    return (
      <EmptyState
        title="Nothing has been sent yet"
        detail="Each change of a payment, refund or payout appears here as it is told to your server. A test event can be sent at once."
      />
    );
  }
  return (
    <EmptyState
      title="No webhook address is set"
      detail="Set one, and each change of a payment, refund or payout is told to your server."
      actions={<Button href={hrefOf({ view: undefined })}>Set addresses</Button>}
    />
  );
}
