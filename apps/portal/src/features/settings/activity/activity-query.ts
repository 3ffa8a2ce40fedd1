import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ActivityFilters, listActivity, listPlatformActivity } from '@volume/contract/activity.ts';
import { call } from '#platform/provider-api.ts';
import { type ActivitySearch, activitySearch } from './activity-filters.ts';

/** The filters of the log and its export. One that is left out does not compile. */
export const toActivityFilters = (search: ActivitySearch): ActivityFilters =>
  // Its days have no default that today would count for.
  activitySearch.toWire(search, '') satisfies Record<keyof ActivityFilters, unknown>;

/** One page of what was done in a merchant's account, or for null on the platform itself, newest first. */
export function activityQuery(merchantId: string | null, search: ActivitySearch) {
  const query = activitySearch.toPage(search, '');
  return queryOptions({
    queryKey: ['activity', merchantId, query],
    queryFn: ({ signal }) =>
      merchantId === null
        ? call(listPlatformActivity, { query, signal })
        : call(listActivity, { params: { merchantId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}
