import { queryOptions, useQuery } from '@tanstack/react-query';
import { listNotifications, type Notification } from '@volume/contract/notifications/notifications.ts';
import { noticesRead } from '@volume/contract/screens/screen-calls.ts';
import { addDays } from '#design/days/date-presets.ts';
import { notificationLine } from '#features/notifications/notification-line.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { overviewKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';

/** Failed payouts and refunds need a decision, and no list has them. They cannot be marked as done, so they leave after a week. */
const failedOrderDays = 7;
const failedOrders: readonly string[] = ['PAYOUT_FAILED', 'REFUND_FAILED'];
const mostFailedOrders = 5;

/** The payouts and refunds of an application that failed since this day, newest first, five at most. */
function failedOrdersQuery({ merchantId, applicationId }: Scope, since: string) {
  return queryOptions({
    queryKey: overviewKeys.of('notices', merchantId),
    queryFn: ({ signal }) =>
      call(listNotifications, { params: { merchantId }, query: { page: 0, size: noticesRead }, signal }),
    select: ({ content }) =>
      content
        .filter((each) => failedOrders.includes(each.kind) && each.applicationId === applicationId)
        .filter(({ atUtc }) => atUtc >= since)
        .slice(0, mostFailedOrders),
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
