import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listActivity, listPlatformActivity } from '@volume/contract/activity.ts';
import { call } from '#platform/provider-api.ts';
import type { ActivitySearch } from './activity-search.ts';
import { pageOf, rowsOf, toActivityFilters } from './to-activity-query.ts';

/** One page of what was done in a merchant's account, or for null on the platform itself, newest first. */
export function activityQuery(merchantId: string | null, search: ActivitySearch) {
  const query = { ...toActivityFilters(search), page: pageOf(search) - 1, size: rowsOf(search) };
  return queryOptions({
    queryKey: ['activity', merchantId, query],
    queryFn: ({ signal }) =>
      merchantId === null
        ? call(listPlatformActivity, { query, signal })
        : call(listActivity, { params: { merchantId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}
