import {
  type Activity,
  activityActions,
  type ActivityFilters,
  exportActivity,
  exportPlatformActivity,
  listActivity,
  listPlatformActivity,
} from '@volume/contract/users/activity.ts';
import { useEffect, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { ListSection } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { adminPersonalDataHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { type ActivitySearch, activitySearch } from './activity-filters.ts';
import { sayDetail } from './activity-details.ts';
import { actionLabel, actorText, deviceName, isPersonal, subjectNoun } from './activity-labels.ts';
import { ActivitySheet } from './activity-sheet.tsx';
import { timeColumn } from '#lists/list-table.tsx';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { IdText } from '#design/text/id-text.tsx';
import { streamed } from '#lists/export/csv-source.ts';
import type { List } from '#lists/list.ts';
import { afterEachWrite, call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { activityKeys } from '#platform/queries/shared-keys.ts';

interface ActivitySectionProps {
  /** Null for the platform's own activity. */
  merchantId: string | null;
  /** Omitted where the page's heading already names it. */
  title?: string | undefined;
  /** The raw search parameters of the address, parsed here because this code loads lazily. */
  given: Record<string, unknown>;
  onSearch: (search: ActivitySearch) => void;
}

/** Who did what, when and from where, in all applications of a merchant or on the platform itself. */
export function ActivitySection({ merchantId, title = 'Activity', given, onSearch }: ActivitySectionProps) {
  const search = activitySearch.read(given);
  const found = useFound(activityQuery(merchantId, search));
  const zone = useZone();
  const queryClient = useQueryClient();
  // From now on, also on other pages: the log that is kept would lack what was done there.
  useEffect(() => afterEachWrite(() => invalidate(queryClient, activityKeys.all)), [queryClient]);
  const [opened, setOpened] = useState<Activity>();
  const [isOpen, setIsOpen] = useState(false);
  // A stable reference, so that the rows do not rerender.
  const [context] = useState(() => ({
    onOpen: (activity: Activity) => {
      setOpened(activity);
      setIsOpen(true);
    },
  }));
  return (
    <>
      <ListSection
        list={activityList}
        file={activityFile(merchantId, search)}
        isForAll={merchantId === null}
        onChange={(change) => onSearch({ ...search, ...change })}
        {...{ title, search, found, context }}
      />
      {opened && <ActivitySheet activity={opened} isOpen={isOpen} onClose={() => setIsOpen(false)} zone={zone} />}
    </>
  );
}

interface PlatformActivityPageProps {
  /** The raw search parameters of the address. */
  given: Record<string, unknown>;
  onSearch: (search: ActivitySearch) => void;
}

/** The actions of administrators on the platform itself, and failed sign-ins for unknown accounts. */
export function PlatformActivityPage({ given, onSearch }: PlatformActivityPageProps) {
  return (
    <>
      <PageHeader title="Activity" actions={<PersonalDataButton />} />
      <ActivitySection merchantId={null} title="On the platform" given={given} onSearch={onSearch} />
    </>
  );
}

/** Not the endpoint itself, which would load its schemas with this list. */
const lookUp = { method: 'POST', path: 'personal-data/search', origin: 'ours' } as const;

function PersonalDataButton() {
  return useCanDo(lookUp) ? <Button href={adminPersonalDataHref()}>Personal data</Button> : null;
}

/** The filters of the log and its export. A missing one does not compile. */
export const toActivityFilters = (search: ActivitySearch): ActivityFilters =>
  // The log's days have no default, so today's date is not needed.
  activitySearch.toWire(search, '') satisfies Record<keyof ActivityFilters, unknown>;

/** One page of a merchant's activity, newest first; of the platform's own if the merchant is null. */
function activityQuery(merchantId: string | null, search: ActivitySearch) {
  const query = activitySearch.toPage(search, '');
  return queryOptions({
    queryKey: activityKeys.of(merchantId, query),
    queryFn: ({ signal }) =>
      merchantId === null
        ? call(listPlatformActivity, { query, signal })
        : call(listActivity, { params: { merchantId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

interface ActivityContext {
  /** Opens the details. */
  onOpen: (activity: Activity) => void;
}

/** The columns and texts of the activity log; its filters are in activity-filters.ts. */
const activityList: List<Activity, ActivitySearch, ActivityContext> = {
  storage: 'activity',
  live: { noun: 'action', timeOf: ({ atUtc }) => atUtc },
  caption: 'Activity log',
  search: activitySearch,
  rowKey: ({ id }) => id,
  labels: { activityAction: Object.fromEntries(activityActions.map((action) => [action, actionLabel(action)])) },
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
          {actionLabel(activity.action)}
        </button>
      ),
    },
    { id: 'actor', header: 'Who', card: 'state', cell: (activity) => <Actor activity={activity} /> },
    {
      id: 'subject',
      header: 'What',
      soft: true,
      cell: (activity, { zone }) => <What activity={activity} zone={zone} />,
    },
    {
      id: 'from',
      header: 'From',
      width: 176,
      givesWay: 1,
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

/** The export of all activity that matches the filters; of the platform's own if the merchant is null. */
function activityFile(merchantId: string | null, search: ActivitySearch) {
  const query = toActivityFilters(search);
  const source =
    merchantId === null
      ? streamed(exportPlatformActivity, { query })
      : streamed(exportActivity, { params: { merchantId }, query });
  return { name: 'activity', source };
}

function Actor({ activity }: { activity: Activity }) {
  const { actor, actorKind } = activity;
  return (
    <span className="block truncate" title={actor}>
      <bdi>{actorText(activity)}</bdi>
      {actorKind === 'ADMIN' && <span className="text-ink-3"> (Volume)</span>}
    </span>
  );
}

/** The details of the action, or the id of its object if there are none. */
function What({ activity, zone }: { activity: Activity; zone: string }) {
  const { actor, subject, subjectName } = activity;
  const detail = sayDetail(activity, zone);
  const noun = subjectNoun(activity);
  if (noun !== null)
    return (
      <TruncatedText isPersonal={detail === null ? undefined : isPersonal(activity)}>
        {detail === null ? noun : `${noun} · ${detail}`}
      </TruncatedText>
    );
  if (detail === null && subject === actor) return <span className="text-ink-3">–</span>;
  return (
    <span className="block truncate" title={detail ?? subject} data-personal={isPersonal(activity)}>
      {detail === null && !subjectName ? <IdText>{subject}</IdText> : <bdi>{detail ?? subjectName}</bdi>}
    </span>
  );
}

function TruncatedText({ isPersonal: personal, children }: { isPersonal?: true | undefined; children: string }) {
  return (
    <span className="block truncate" title={children} data-personal={personal}>
      <bdi>{children}</bdi>
    </span>
  );
}
