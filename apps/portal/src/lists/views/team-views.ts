import { queryOptions, useQuery } from '@tanstack/react-query';
import { listSharedViews, type ViewedList } from '@volume/contract/saved-views/saved-views.ts';
import { useEffect } from 'react';
import type { List } from '#lists/list.ts';
import { useStored } from '#lists/stored.ts';
import { useCapability } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { useSession } from '#platform/session/use-session.ts';
import { readTeamViews, type TeamView } from './view-names.ts';

export interface TeamPlace {
  merchantId: string;
  list: ViewedList;
}

export const teamViewsQuery = (place: TeamPlace) =>
  queryOptions({
    queryKey: ['shared-views', place.merchantId, place.list],
    queryFn: ({ signal }) => call(listSharedViews, { params: place, signal }),
  });

interface Team {
  /** Undefined where views stay in the browser. */
  place: TeamPlace | undefined;
  views: readonly TeamView[];
}

/** The team's views of a list; cached in this browser and shown while they load, so that nothing moves. */
export function useTeamViews<Row, Search, Context>(list: List<Row, Search, Context>, isForAll: boolean): Team {
  const session = useSession();
  const merchantId = isForAll || session.kind === 'none' ? undefined : session.merchantId;
  const isSupported = useCapability(listSharedViews);
  const place = list.team && merchantId !== undefined ? { merchantId, list: list.team } : undefined;
  const { data } = useQuery({
    ...teamViewsQuery(place ?? { merchantId: '', list: 'pay-ins' }),
    enabled: place !== undefined && isSupported === true,
  });
  const [last, remember] = useStored(`${list.storage}_team_views`, isForAll);
  const now = data && JSON.stringify(data);
  useEffect(() => {
    if (now !== undefined && now !== last) remember(now);
  });
  if (!place || isSupported === false) return { place: undefined, views: [] };
  return { place: isSupported ? place : undefined, views: readTeamViews(list.search, now ?? last) };
}
