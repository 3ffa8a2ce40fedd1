import { queryOptions } from '@tanstack/react-query';
import { countUnreadNotifications, listNotifications } from '@volume/contract/notifications/notifications.ts';
import { call } from '#platform/provider-api.ts';

const shown = 20;

export const unreadQuery = (merchantId: string) =>
  queryOptions({
    queryKey: ['notices', 'unread', merchantId],
    queryFn: ({ signal }) => call(countUnreadNotifications, { params: { merchantId }, signal }),
  });

export const notificationsQuery = (merchantId: string) =>
  queryOptions({
    queryKey: ['notices', 'newest', merchantId],
    queryFn: ({ signal }) =>
      call(listNotifications, { params: { merchantId }, query: { page: 0, size: shown }, signal }),
    staleTime: 0,
  });
