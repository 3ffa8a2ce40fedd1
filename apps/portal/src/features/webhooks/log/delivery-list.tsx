import { timeColumn } from '#lists/list-table.tsx';
import { exportWebhookDeliveries, type WebhookDelivery } from '@volume/contract/webhooks/webhooks.ts';
import { LinkButton } from '#design/controls/link-button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { attemptMessage, eventLabel, stateLabel, stateLabels } from '#features/webhooks/webhook-labels.ts';
import { toDeliveryFilters } from './deliveries-query.ts';
import { type WebhooksSearch, webhooksSearch } from '#features/webhooks/webhooks-filters.ts';
import { streamed } from '#lists/export/csv-source.ts';
import type { List } from '#lists/list.ts';
import { settingsHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';

export const deliveryList: List<WebhookDelivery, WebhooksSearch> = {
  storage: 'delivery',
  live: { noun: 'webhook', timeOf: ({ createdAtUtc }) => createdAtUtc },
  caption: 'Webhook deliveries',
  search: webhooksSearch,
  rowKey: ({ id }) => id,
  rowLabel: (delivery) => `${stateLabel(delivery).label}, ${eventText(delivery)} ${delivery.objectId}`,
  labels: { state: { GAVE_UP: stateLabels.GAVE_UP.label } },
  empty: () => ({
    title: 'Nothing has been sent yet',
    detail:
      'Each payment, refund or payout event appears here as it is sent to your server. You can send a test event now.',
  }),
  noMatch: { title: 'No deliveries match these filters', clear: 'Show all deliveries' },
  columns: [
    {
      id: 'state',
      header: 'State',
      width: 96,
      card: 'state',
      isFixed: true,
      cell: DeliveryTag,
    },
    {
      id: 'kind',
      header: 'Event',
      width: 120,
      card: 'who',
      strong: true,
      cell: (delivery) => (
        <>
          {eventText(delivery)} {idOnPhone(delivery.objectId)}
        </>
      ),
    },
    {
      id: 'object',
      header: 'Object',
      width: 122,
      givesWay: 1,
      cell: ({ objectId }) => IdText({ short: 13, children: objectId }),
    },
    {
      id: 'address',
      header: 'Address',
      cell: ({ url }) => (
        <span className="block truncate" title={url}>
          {IdText({ children: url.replace(/^https:\/\//, '') })}
        </span>
      ),
    },
    {
      id: 'attempts',
      header: 'Attempts',
      width: 86,
      givesWay: 2,
      align: 'end',
      cell: ({ attempts }) => <span className="num">{attempts.length}</span>,
    },
    { id: 'last', header: 'Last response', width: 120, givesWay: 3, soft: true, card: 'sum', cell: lastAnswer },
    timeColumn({ id: 'created', header: 'Created', timeOf: ({ createdAtUtc }) => createdAtUtc }),
  ],
};

const withoutAddress: typeof deliveryList = {
  ...deliveryList,
  empty: () => ({
    title: 'No webhook address is set',
    detail: 'Set one to receive payment, refund and payout events.',
    actions: <LinkButton href={settingsHref('webhooks-callbacks')}>Set addresses</LinkButton>,
  }),
};

/** Says nothing about addresses, because the events can go to an endpoint. */
const withoutAddressWithEndpoints: typeof deliveryList = {
  ...deliveryList,
  empty: () => ({
    title: 'Nothing has been sent yet',
    detail: 'Each event appears here as it is sent to an address or to a confirmed endpoint of yours.',
    actions: (
      <>
        <LinkButton href={settingsHref('webhooks-callbacks')}>Addresses</LinkButton>
        <LinkButton href={settingsHref('webhooks-callbacks', { view: 'endpoints' })}>Endpoints</LinkButton>
      </>
    ),
  }),
};

/** The same list for an application without a webhook address, in a deployment with endpoints or without. */
export const listWithoutAddress = (hasEndpoints: boolean): typeof deliveryList =>
  hasEndpoints ? withoutAddressWithEndpoints : withoutAddress;

export const deliveryFile = (scope: Scope, search: WebhooksSearch) => ({
  name: 'webhook-deliveries',
  source: streamed(exportWebhookDeliveries, { params: scope, query: toDeliveryFilters(search) }),
});

/** A phone's card has no column for the object. */
const idOnPhone = (id: string) => (
  <span className="hidden font-regular text-ink-3 phone:inline">{IdText({ short: 13, children: id })}</span>
);

/** A replay and a test are no events that happened. */
function eventText(delivery: WebhookDelivery): string {
  const what = delivery.replay ? ', replay' : delivery.isTest ? ', test' : '';
  return eventLabel(delivery) + what;
}

export function DeliveryTag(delivery: Pick<WebhookDelivery, 'state' | 'replay' | 'attempts'>) {
  const { label, tone } = stateLabel(delivery);
  return Tag({ tone, children: label });
}

function lastAnswer({ attempts }: WebhookDelivery) {
  const last = attempts.at(-1);
  const message = last === undefined ? 'Not sent yet' : attemptMessage(last);
  return (
    <span className="block truncate" title={message}>
      {message}
    </span>
  );
}
