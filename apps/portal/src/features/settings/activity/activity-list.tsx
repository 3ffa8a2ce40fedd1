import { timeColumn } from '#lists/list-table.tsx';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type Activity,
  activityActions,
  type ActivityFilters,
  exportActivity,
  exportPlatformActivity,
  listActivity,
  listPlatformActivity,
} from '@volume/contract/activity.ts';
import { IdText } from '#design/text/id-text.tsx';
import { streamed } from '#lists/export/csv-source.ts';
import type { List } from '#lists/list.ts';
import { call } from '#platform/provider-api.ts';
import { type ActivitySearch, activitySearch } from './activity-filters.ts';
import { actionWord, deviceName, subjectNoun } from './activity-words.ts';

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

interface ActivityContext {
  /** Opens everything that is known of it. */
  onOpen: (activity: Activity) => void;
}

/** The activity log: its columns and words; its filters are in activity-filters.ts. */
export const activityList: List<Activity, ActivitySearch, ActivityContext> = {
  storage: 'activity',
  live: { noun: 'action', timeOf: ({ atUtc }) => atUtc },
  caption: 'Activity log',
  search: activitySearch,
  rowKey: ({ id }) => id,
  words: { activityAction: Object.fromEntries(activityActions.map((action) => [action, actionWord(action)])) },
  filtersLabel: 'Activity filters',
  empty: () => ({ title: 'No activity yet', detail: 'Sign-ins, money movements and settings changes appear here.' }),
  noMatch: { title: 'No activity matches these filters', clear: 'Clear all filters' },
  columns: [
    {
      id: 'action',
      header: 'Action',
      width: 196,
      card: 'who',
      isRaised: true,
      isFixed: true,
      cell: (activity, { onOpen }) => (
        <button
          type="button"
          className="block max-w-full truncate text-left font-medium hover:text-act hover:underline"
          aria-haspopup="dialog"
          onClick={() => onOpen(activity)}
        >
          {actionWord(activity.action)}
        </button>
      ),
    },
    { id: 'actor', header: 'Who', card: 'state', cell: (activity) => <Actor activity={activity} /> },
    { id: 'subject', header: 'What', soft: true, cell: (activity) => <What activity={activity} /> },
    {
      id: 'from',
      header: 'From',
      width: 176,
      soft: true,
      cell: ({ ip, userAgent }) => (
        <span className="block truncate" title={userAgent ?? undefined}>
          {deviceName(userAgent) ?? ip ?? '–'}
        </span>
      ),
    },
    timeColumn({ id: 'at', header: 'When', timeOf: ({ atUtc }) => atUtc }),
  ],
};

/** All activity by the filters of an address, whatever page is shown; of the platform itself for null. */
export function activityFile(merchantId: string | null, search: ActivitySearch) {
  const query = toActivityFilters(search);
  const source =
    merchantId === null
      ? streamed(exportPlatformActivity, { query })
      : streamed(exportActivity, { params: { merchantId }, query });
  return { name: 'activity', source };
}

function Actor({ activity: { actor, actorKind } }: { activity: Activity }) {
  return (
    <span className="block truncate" title={actor}>
      <bdi>{actor}</bdi>
      {actorKind === 'ADMIN' && <span className="text-ink-3"> (Volume)</span>}
    </span>
  );
}

/** What the action says of itself; without that, the object it was done to. */
function What({ activity }: { activity: Activity }) {
  const { actor, subject, detail } = activity;
  const noun = subjectNoun(activity);
  if (noun !== null) return <Words>{detail === null ? noun : `${noun} · ${detail}`}</Words>;
  if (detail === null && subject === actor) return <span className="text-ink-3">–</span>;
  return (
    <span className="block truncate" title={detail ?? subject}>
      {detail === null ? <IdText>{subject}</IdText> : <bdi>{detail}</bdi>}
    </span>
  );
}

function Words({ children }: { children: string }) {
  return (
    <span className="block truncate" title={children}>
      <bdi>{children}</bdi>
    </span>
  );
}
