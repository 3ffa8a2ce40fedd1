import { queryOptions } from '@tanstack/react-query';
import { countUnreadNotifications, listNotifications } from '@volume/contract/notifications/notifications.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';

const shown = 20;
const noticeKeys = keysOf('notices');

export const unreadQuery = (merchantId: string) =>
  queryOptions({
    queryKey: noticeKeys.of('unread', merchantId),
    queryFn: ({ signal }) => call(countUnreadNotifications, { params: { merchantId }, signal }),
  });

export const notificationsQuery = (merchantId: string) =>
  queryOptions({
    queryKey: noticeKeys.of('newest', merchantId),
    queryFn: ({ signal }) =>
      call(listNotifications, { params: { merchantId }, query: { page: 0, size: shown }, signal }),
    staleTime: 0,
  });
