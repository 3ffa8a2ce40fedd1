import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  type WebhookDelivery,
  type WebhookDeliveryFilters,
} from '@volume/contract/webhooks/webhooks.ts';
import { type WebhooksSearch, webhooksSearch } from '#features/webhooks/webhooks-filters.ts';
import { call } from '#platform/provider-api.ts';
import { webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { readSettings } from '#platform/settings.ts';

/** The filters of the log and its export. A missing one is a compile error. */
export const toDeliveryFilters = (search: WebhooksSearch): WebhookDeliveryFilters =>
  // Its dates have no default, so today does not matter.
  webhooksSearch.toWire(search, '') satisfies Record<keyof WebhookDeliveryFilters, unknown>;

/** One page of the log. Keeps the previous rows while new ones load; polls while deliveries are being sent. */
export function deliveriesQuery(scope: Scope, search: WebhooksSearch) {
  const query = webhooksSearch.toPage(search, '');
  return queryOptions({
    queryKey: webhookDeliveryKeys.of(scope, query),
    queryFn: ({ signal }) =>
      call(listWebhookDeliveries, { params: scope, query, signal, applicationId: scope.applicationId }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error ? false : pollMs(state.data?.content ?? [], Date.now())),
  });
}

export function deliveryQuery(scope: Scope, deliveryId: string) {
  return queryOptions({
    queryKey: webhookDeliveryKeys.of(scope, 'one', deliveryId),
    queryFn: ({ signal }) =>
      call(getWebhookDelivery, { params: { ...scope, deliveryId }, signal, applicationId: scope.applicationId }),
    refetchInterval: ({ state }) => (state.error || !state.data ? false : pollMs([state.data], Date.now())),
  });
}

const soonMs = 60_000;

/** Short while a delivery is being sent, longer while an attempt is due within a minute, otherwise no polling. */
function pollMs(rows: readonly WebhookDelivery[], now: number): number | false {
  if (readSettings().isTestAutomation) return false;
  if (rows.some(({ state }) => state === 'PENDING')) return 1_500;
  const isSoon = rows.some(
    ({ nextAttemptAtUtc: next }) => next !== null && Date.parse(`${next.replace(/Z$/, '')}Z`) - now < soonMs,
  );
  return isSoon ? 5_000 : false;
}
