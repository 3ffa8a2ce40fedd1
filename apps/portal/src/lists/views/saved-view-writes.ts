import { useQueryClient } from '@tanstack/react-query';
import { changeView, deleteSavedView, shareView } from '@volume/contract/saved-views/writes.ts';
import type { SavedView } from '@volume/contract/saved-views/saved-views.ts';
import { hasNow, useIfMatch } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { keepWritten } from '#platform/queries/query-keys.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { type SavedViewScope, savedViewsQuery } from './saved-views.ts';
import type { NamedView, TeamView } from './view-names.ts';

function useChange(scope: SavedViewScope) {
  const queryClient = useQueryClient();
  return (change: (views: SavedView[]) => SavedView[]) =>
    keepWritten(queryClient, savedViewsQuery(scope).queryKey, (views) => views && change(views));
}

/** Copies the columns of the shared view; an API without `changeView` stores none. */
export function useShare(scope: SavedViewScope, onDone: (columns: string | undefined) => void) {
  const queryClient = useQueryClient();
  const change = useChange(scope);
  return useWrite(
    ({ name, search, columns }: NamedView) => {
      const hasColumns = columns !== undefined && hasNow(queryClient, changeView);
      return call(shareView, {
        params: scope,
        body: { name, search, ...(hasColumns && { columns: columns.split('.') }) },
      });
    },
    (shared) => {
      onDone(shared.columns?.join('.'));
      change((views) => [...views.filter(({ viewId }) => viewId !== shared.viewId), shared]);
    },
  );
}

/** Changes the columns of a shared view for the whole team. `version` is that of the view which the user has seen. */
export function useChangeView(scope: SavedViewScope, version: string | undefined, onDone: () => void) {
  const queryClient = useQueryClient();
  const change = useChange(scope);
  const ifMatch = useIfMatch(version);
  const { queryKey } = savedViewsQuery(scope);
  return useWrite(
    ({ viewId, columns }: { viewId: string; columns: string }) =>
      refetchOnConflict(
        call(changeView, { params: { ...scope, viewId }, body: { columns: columns.split('.') }, ifMatch }),
        () => queryClient.refetchQueries({ queryKey }),
      ),
    (changed) => {
      onDone();
      change((views) => views.map((each) => (each.viewId === changed.viewId ? changed : each)));
    },
  );
}

export function useUnshare(scope: SavedViewScope, onDone: () => void) {
  const change = useChange(scope);
  return useWrite(
    ({ viewId }: TeamView) => call(deleteSavedView, { params: { ...scope, viewId } }),
    (_, { viewId }) => {
      onDone();
      change((views) => views.filter((each) => each.viewId !== viewId));
    },
  );
}
