import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { liveInterval, onReturn } from '#lists/live/live-interval.ts';
import type { Period } from './figures.ts';
import { latestPayInsQuery, type OverviewScope } from './overview-queries.ts';

/** What changes without a new pay-in, as settled and held money, stands here after this long at most. */
const allAgainMs = 60_000;

/** Watches the newest pay-ins; when they change every figure is read again, and all of it from time to time. Stopped by an error. */
export function useLiveOverview(whose: OverviewScope, period: Period): void {
  const queryClient = useQueryClient();
  const latest = useQuery({
    ...latestPayInsQuery(whose, period),
    refetchInterval: ({ state: { error } }) => (error ? false : liveInterval()),
    refetchOnWindowFocus: 'always',
  });
  const { data, dataUpdatedAt, refetch } = latest;
  const seen = useRef({ data, at: dataUpdatedAt });
  useEffect(() => onReturn(() => void refetch()), [refetch]);
  useEffect(() => {
    const { data: before, at } = seen.current;
    const isOther = before !== data;
    if (!isOther && dataUpdatedAt - at < allAgainMs) return;
    seen.current = { data, at: dataUpdatedAt };
    if (!before) return;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [name], state }) =>
        (name === 'overview' && state.data !== data) || name === 'webhook-deliveries',
    });
  }, [data, dataUpdatedAt, queryClient]);
}
