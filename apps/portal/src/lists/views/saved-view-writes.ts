import { useQueryClient } from '@tanstack/react-query';
import { deleteSavedView, shareView } from '@volume/contract/saved-views/writes.ts';
import type { SavedView } from '@volume/contract/saved-views/saved-views.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { type SavedViewScope, savedViewsQuery } from './saved-views.ts';
import type { NamedView } from './view-names.ts';

function useChange(scope: SavedViewScope) {
  const queryClient = useQueryClient();
  return (change: (views: SavedView[]) => SavedView[]) =>
    queryClient.setQueryData(savedViewsQuery(scope).queryKey, (views) => change(views ?? []));
}

export function useShare(scope: SavedViewScope, onDone: () => void) {
  const change = useChange(scope);
  return useWrite(
    ({ name, search }: NamedView) => call(shareView, { params: scope, body: { name, search } }),
    (shared) => {
      onDone();
      change((views) => [...views.filter(({ viewId }) => viewId !== shared.viewId), shared]);
    },
  );
}

export function useUnshare(scope: SavedViewScope, onDone: () => void) {
  const change = useChange(scope);
  return useWrite(
    ({ viewId }: SavedView) => call(deleteSavedView, { params: { ...scope, viewId } }),
    (_, { viewId }) => {
      onDone();
      change((views) => views.filter((each) => each.viewId !== viewId));
    },
  );
}
