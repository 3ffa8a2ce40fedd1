import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  type WebhookDelivery,
  type WebhookDeliveryFilters,
} from '@volume/contract/webhooks.ts';
import type { WebhooksSearch } from '#features/webhooks/webhooks-search.ts';
import { call } from '#platform/provider-api.ts';
import type { Scope } from '#platform/scope.ts';
import { readSettings } from '#platform/settings.ts';

/** The filters of the log and its export; days are whole UTC days. */
export function toFilters({ kind, state, objectId, from, to }: WebhooksSearch): WebhookDeliveryFilters {
  return {
    ...(kind.length > 0 && { kind }),
    ...(state.length > 0 && { state }),
    ...(objectId !== undefined && { objectId }),
    ...(from !== undefined && { from: `${from}T00:00:00.000` }),
    ...(to !== undefined && { to: `${to}T23:59:59.999` }),
  };
}

/** The page shown, from 1, and the rows on it. */
export const pageOf = (search: WebhooksSearch): number => search.page ?? 1;
export const rowsOf = (search: WebhooksSearch): number => search.rows ?? 10;

/** One page of the log. The old rows stand while others load; what is being sent is looked at again by itself. */
export function deliveriesQuery(scope: Scope, search: WebhooksSearch) {
  const query = { ...toFilters(search), page: pageOf(search) - 1, size: rowsOf(search) };
  return queryOptions({
    queryKey: ['webhook-deliveries', scope, query],
    queryFn: ({ signal }) =>
      call(listWebhookDeliveries, { params: scope, query, signal, applicationId: scope.applicationId }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error ? false : pollMs(state.data?.content ?? [], Date.now())),
  });
}

/** One delivery with its whole story. */
export function deliveryQuery(scope: Scope, deliveryId: string) {
  return queryOptions({
    queryKey: ['webhook-deliveries', scope, 'one', deliveryId],
    queryFn: ({ signal }) =>
      call(getWebhookDelivery, { params: { ...scope, deliveryId }, signal, applicationId: scope.applicationId }),
    refetchInterval: ({ state }) => (state.error || !state.data ? false : pollMs([state.data], Date.now())),
  });
}

const soonMs = 60_000;

/** Milliseconds until deliveries are read again: soon while one is being sent, now and then while one is tried within the minute. */
function pollMs(rows: readonly WebhookDelivery[], now: number): number | false {
  if (readSettings().isTestAutomation) return false;
  if (rows.some(({ state }) => state === 'PENDING')) return 1_500;
  const isSoon = rows.some(
    ({ nextAttemptAtUtc: next }) => next !== null && Date.parse(`${next.replace(/Z$/, '')}Z`) - now < soonMs,
  );
  return isSoon ? 5_000 : false;
}
