import { queryOptions, useQuery } from '@tanstack/react-query';
import { listSavedViews } from '@volume/contract/saved-views/saved-views.ts';
import type { ViewedList } from '@volume/contract/saved-views/view-columns.ts';
import { useEffect } from 'react';
import type { List } from '#lists/list.ts';
import { useStored } from '#lists/stored.ts';
import { type NamedCall, useCapability } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import { useSession } from '#platform/session/use-session.ts';
import { readSavedViews, type TeamView } from './view-names.ts';

export interface SavedViewScope {
  merchantId: string;
  list: ViewedList;
}

/** Only the name, because the page does not need its schemas. */
export const changeCall = {
  method: 'PUT',
  path: 'merchants/{}/shared-views/{}/{}',
  origin: 'ours',
} as const satisfies NamedCall;

const savedViewKeys = keysOf('saved-views');

export const savedViewsQuery = (scope: SavedViewScope) =>
  queryOptions({
    queryKey: savedViewKeys.of(scope.merchantId, scope.list),
    queryFn: ({ signal }) => call(listSavedViews, { params: scope, signal }),
  });

interface SavedViews {
  /** Undefined where views stay in the browser. */
  scope: SavedViewScope | undefined;
  views: readonly TeamView[];
}

/** The merchant's saved views of a list; cached in this browser and shown while they load, so that nothing moves. */
export function useSavedViews<Row, Search, Context>(list: List<Row, Search, Context>, isForAll: boolean): SavedViews {
  const session = useSession();
  const merchantId = isForAll || session.kind === 'none' ? undefined : session.merchantId;
  const isSupported = useCapability(listSavedViews);
  const scope = list.savedViews && merchantId !== undefined ? { merchantId, list: list.savedViews } : undefined;
  const { data } = useQuery({
    ...savedViewsQuery(scope ?? { merchantId: '', list: 'pay-ins' }),
    enabled: scope !== undefined && isSupported === true,
  });
  const [last, remember] = useStored(`${list.storage}_team_views`, isForAll);
  const now = data && JSON.stringify(data);
  useEffect(() => {
    if (now !== undefined && now !== last) remember(now);
  });
  if (!scope || isSupported === false) return { scope: undefined, views: [] };
  return { scope: isSupported ? scope : undefined, views: readSavedViews(list.search, now ?? last) };
}
