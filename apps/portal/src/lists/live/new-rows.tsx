import { type QueryFunction, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatCount } from '#design/text/format-text.ts';
import { formatDateTime, zoneName } from '#design/text/format-date.ts';
import type { ChangeKind } from '@volume/contract/changes.ts';
import { liveInterval, onLiveChange } from './live-interval.ts';
import { useZone } from '#platform/preferences.ts';
import { liveKeys, nounOf } from '#platform/queries/query-keys.ts';
import {
  type Counted,
  compareRows,
  type RowChanges,
  type LivePage,
  type RowFacts,
  withLaterRows,
} from './compare-rows.ts';
import { Icon } from '#design/icon.tsx';
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';

export interface NewRowsProps<Row> extends RowFacts<Row> {
  /** The list's query: its key, whose first part is common to all its pages, and its function. */
  list: { queryKey: QueryKey; read: QueryFunction<LivePage<Row>> };
  /** The shown page, and when it was fetched, in milliseconds. */
  shown: LivePage<Row>;
  shownAt: number;
  /** The count on the list's first page, which changes are compared with. */
  counted: Counted;
  noun: string;
  /** The kinds of pushed changes that affect the list; must be a stable array. Without it the list polls. */
  kinds?: readonly ChangeKind[] | undefined;
  /** True where the list is never read again by itself. */
  isManual?: boolean | undefined;
  onFirstPage: () => void;
  /** Called with the new rows of an empty list, which shows them instead of the banner; with undefined when there are none. */
  onNews: (news: News | undefined) => void;
}

/** `3 new payments since 09:59`, and how to show them. */
export interface News {
  text: string;
  onShow: () => void;
}

/**
 * Keeps an open list live: changed rows are updated in place, and new ones are announced but not inserted while the
 * user reads. Polls the list's query; pauses while hidden and stops on an error (contract §9 Caching and retries).
 */
export function NewRows<Row>(props: NewRowsProps<Row>) {
  const { list, shown, shownAt, counted, noun, onFirstPage, onNews } = props;
  const queryClient = useQueryClient();
  const zone = useZone();
  const later = useLaterPage(props);
  const shouldFocus = useRef(false);
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    document.querySelector<HTMLElement>('#main .row-link')?.focus();
  }, [shown]);
  const now = later ?? (shown.number > 0 && shownAt >= counted.at ? shown : undefined);
  const changes = now && compareRows(shown, now, props, counted.total);
  const show = () => {
    void queryClient.invalidateQueries({ queryKey: nounOf(list.queryKey), refetchType: 'none' });
    if (shown.number > 0) return onFirstPage();
    if (!later) return;
    shouldFocus.current = true;
    queryClient.setQueryData(list.queryKey, later);
  };
  const read = new Date(counted.at);
  const since = `${formatDateTime(read.toISOString(), zone, 'time').slice(0, 5)} ${zoneName(zone, read)}`;
  const message = changes && changes.arrived + changes.left > 0 ? bannerMessage(changes, noun, since) : undefined;
  const isInList = shown.number === 0 && shown.content.length === 0;
  useNews(isInList ? message?.text : undefined, show, onNews);
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-3.5 z-20 -mt-2.5 mb-2.5 flex h-0 justify-center phone:fixed phone:inset-x-4 phone:top-auto phone:bottom-4 phone:m-0 phone:h-auto"
    >
      {message &&
        (isInList ? <span className="sr-only">{message.text}</span> : <NewRowsBanner {...message} onShow={show} />)}
    </div>
  );
}

/** An empty list cannot say that there is nothing while a banner says that there is. */
function useNews(text: string | undefined, show: () => void, onNews: NewRowsProps<never>['onNews']): void {
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    onNews(text === undefined ? undefined : { text, onShow: () => latest.current() });
    return () => onNews(undefined);
  }, [text, onNews]);
}

function bannerMessage({ arrived, left }: RowChanges, noun: string, since: string): { text: string; action?: string } {
  const count = (of: number, what: string) => `${formatCount(of)} ${what}${of === 1 ? '' : 's'}`;
  if (arrived > 0) return { text: `${count(arrived, `new ${noun}`)} since ${since}` };
  return { text: `${count(left, noun)} left this list since ${since}`, action: 'Refresh' };
}

const noKinds: readonly ChangeKind[] = [];

/** The latest response for the same page; undefined before the first refetch. */
function useLaterPage<Row>({
  list,
  shown,
  shownAt,
  keyOf,
  kinds = noKinds,
  isManual = false,
}: NewRowsProps<Row>): LivePage<Row> | undefined {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt, refetch } = useQuery<LivePage<Row>>({
    queryKey: liveKeys.of(...list.queryKey),
    queryFn: list.read,
    initialData: () => shown,
    initialDataUpdatedAt: shownAt,
    staleTime: Infinity,
    gcTime: 0,
    enabled: !isManual,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.error ? false : liveInterval(kinds)),
  });
  useEffect(() => (isManual ? undefined : onLiveChange(kinds, () => void refetch())), [isManual, kinds, refetch]);
  const isLater = dataUpdatedAt > shownAt;
  useEffect(() => {
    if (!isLater || !data) return;
    const merged = withLaterRows(shown, data, keyOf);
    // Keeps the age of the page, because rows since then still have to be announced.
    if (merged !== shown) queryClient.setQueryData(list.queryKey, merged, { updatedAt: shownAt });
    // oxlint-disable-next-line react/exhaustive-deps -- runs once for each response
  }, [data]);
  return isLater ? data : undefined;
}

interface NewRowsBannerProps {
  /** `3 new payments since 09:59` */
  text: string;
  action?: string | undefined;
  onShow: () => void;
}

/**
 * Announces new rows instead of inserting them. It floats over the page, so that it moves nothing; its container is the
 * live region.
 */
export function NewRowsBanner({ text, action = 'Show them', onShow }: NewRowsBannerProps) {
  return (
    <div className="pointer-events-auto flex h-9 max-w-full items-center gap-[9px] rounded-full border border-line bg-act-soft px-4 font-medium text-act shadow-(--shadow)">
      <Icon of={ArrowDown} />
      <span className="num min-w-0 truncate">{text}</span>
      <button type="button" className="ml-2 shrink-0 underline underline-offset-2" onClick={onShow}>
        {action}
      </button>
    </div>
  );
}
