import { useQueryClient } from '@tanstack/react-query';
import { deleteSharedView, shareView } from '@volume/contract/saved-views/writes.ts';
import type { SharedView } from '@volume/contract/saved-views/saved-views.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { type TeamPlace, teamViewsQuery } from './team-views.ts';
import type { SavedView, TeamView } from './view-names.ts';

function useChange(place: TeamPlace) {
  const queryClient = useQueryClient();
  return (change: (views: SharedView[]) => SharedView[]) =>
    queryClient.setQueryData(teamViewsQuery(place).queryKey, (views) => change(views ?? []));
}

export function useShare(place: TeamPlace, onDone: () => void) {
  const change = useChange(place);
  return useWrite(
    ({ name, search }: SavedView) => call(shareView, { params: place, body: { name, search } }),
    (shared) => {
      onDone();
      change((views) => [...views.filter(({ viewId }) => viewId !== shared.viewId), shared]);
    },
  );
}

export function useUnshare(place: TeamPlace, onDone: () => void) {
  const change = useChange(place);
  return useWrite(
    ({ viewId }: TeamView) => call(deleteSharedView, { params: { ...place, viewId } }),
    (_, { viewId }) => {
      onDone();
      change((views) => views.filter((each) => each.viewId !== viewId));
    },
  );
}
