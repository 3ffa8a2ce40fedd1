import { queryOptions, useQuery } from '@tanstack/react-query';
import { listNotifications, type Notification } from '@volume/contract/notifications/notifications.ts';
import { failedOrders, mostFailedOrders } from '@volume/contract/screens/screen-calls.ts';
import { addDays } from '#design/days/date-presets.ts';
import { notificationLine } from '#features/notifications/notification-line.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { overviewKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';

/** They cannot be marked as done, so they disappear from the list after a week. */
const failedOrderDays = 7;

/** The payouts and refunds of an application that failed since this day, newest first, five at most. */
function failedOrdersQuery({ merchantId, applicationId }: Scope, since: string) {
  const query = { kinds: [...failedOrders], applicationId, page: 0, size: mostFailedOrders };
  return queryOptions({
    queryKey: overviewKeys.of('notices', merchantId, applicationId),
    queryFn: ({ signal }) => call(listNotifications, { params: { merchantId }, query, signal }),
    select: ({ content }) => content.filter(({ atUtc }) => atUtc >= since),
  });
}

export function useFailedOrders(scope: Scope | undefined, today: string) {
  const isAvailable = useCanDo(listNotifications) && scope !== undefined;
  const query = failedOrdersQuery(scope ?? { merchantId: '', applicationId: '' }, addDays(today, -failedOrderDays));
  return { isAvailable, found: useQuery({ ...query, enabled: isAvailable }) };
}

export function toFailedOrderLine(notification: Notification) {
  const { text, href } = notificationLine(notification);
  return { id: notification.noticeId, name: text.replace(/;.*/, ''), dot: 'bg-bad', href };
}
