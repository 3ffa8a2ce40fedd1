import { queryOptions } from '@tanstack/react-query';
import { countUnreadNotices, listNotices } from '@volume/contract/notifications/notices.ts';
import { call } from '#platform/provider-api.ts';

const shown = 20;

export const unreadQuery = (merchantId: string) =>
  queryOptions({
    queryKey: ['notices', 'unread', merchantId],
    queryFn: ({ signal }) => call(countUnreadNotices, { params: { merchantId }, signal }),
  });

export const noticesQuery = (merchantId: string) =>
  queryOptions({
    queryKey: ['notices', 'newest', merchantId],
    queryFn: ({ signal }) => call(listNotices, { params: { merchantId }, query: { page: 0, size: shown }, signal }),
    staleTime: 0,
  });
