import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayInPage, PayInQuery } from '@volume/contract/pay-ins.ts';
import { useEffect, useRef } from 'react';
import { NewRowsBanner } from '#design/feedback/new-rows-banner.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { useZone } from '#platform/preferences.ts';
import { liveInterval, onReturn } from '#platform/lists/live-interval.ts';
import { payInListQuery } from '#features/pay-ins/pay-in-list-query.ts';
import { findNews, type ListNews, withLaterRows } from './find-news.ts';

interface NewPayInsProps {
  query: PayInQuery;
  /** The page that is shown, and when it was read, in milliseconds. */
  shown: PayInPage;
  shownAt: number;
  onFirstPage: () => void;
}

/**
 * Keeps an open list live: changed rows change where they stand, and new ones are announced, never pushed between those
 * being read. Reads the list's own query, paused while hidden, stopped by an error (contract §9 Caching and retries).
 */
export function NewPayIns({ query, shown, shownAt, onFirstPage }: NewPayInsProps) {
  const queryClient = useQueryClient();
  const zone = useZone();
  const later = useLaterPage(query, shown, shownAt);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    document.querySelector<HTMLElement>('#main .row-link')?.focus();
  }, [shown]);
  const news = later && findNews(shown, later);
  const show = () => {
    if (!later) return;
    void queryClient.invalidateQueries({ queryKey: ['pay-ins'], refetchType: 'none' });
    if (query.page > 0) return onFirstPage();
    wantsFocus.current = true;
    queryClient.setQueryData(payInListQuery(query).queryKey, later);
  };
  const since = formatDateTime(new Date(shownAt).toISOString(), zone, 'time').slice(0, 5);
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-3.5 z-20 -mt-2.5 mb-2.5 flex h-0 justify-center phone:fixed phone:inset-x-4 phone:top-auto phone:bottom-4 phone:m-0 phone:h-auto"
    >
      {news && news.arrived + news.left > 0 && <NewRowsBanner {...wordsOf(news, since)} onShow={show} />}
    </div>
  );
}

function wordsOf({ arrived, left }: ListNews, since: string): { text: string; action?: string } {
  const count = (of: number) => `${formatCount(of)} ${of === 1 ? 'pay-in' : 'pay-ins'}`;
  if (arrived > 0)
    return { text: `${formatCount(arrived)} new ${arrived === 1 ? 'pay-in' : 'pay-ins'} since ${since}` };
  return { text: `${count(left)} left this list since ${since}`, action: 'Refresh' };
}

/** The same page as it stands now; undefined before it was first read again. */
function useLaterPage(query: PayInQuery, shown: PayInPage, shownAt: number): PayInPage | undefined {
  const queryClient = useQueryClient();
  const listKey = payInListQuery(query).queryKey;
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...payInListQuery(query),
    queryKey: ['pay-ins-live', query] as never,
    placeholderData: undefined as never,
    initialData: shown,
    initialDataUpdatedAt: shownAt,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.error ? false : liveInterval()),
  });
  useEffect(() => onReturn(() => void refetch()), [refetch]);
  const isLater = dataUpdatedAt > shownAt;
  useEffect(() => {
    if (!isLater || !data) return;
    const merged = withLaterRows(shown, data);
    // The page keeps its age: what has come since is still to be told.
    if (merged !== shown) queryClient.setQueryData(listKey, merged, { updatedAt: shownAt });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each reading
  }, [data]);
  return isLater ? data : undefined;
}
