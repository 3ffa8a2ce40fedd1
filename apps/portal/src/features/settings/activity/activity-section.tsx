import { useQuery } from '@tanstack/react-query';
import { type Activity, exportActivity, exportPlatformActivity } from '@volume/contract/activity.ts';
import { useState } from 'react';
import { utcDay } from '#design/days/date-presets.ts';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Section } from '#design/layout/section.tsx';
import { Pager } from '#design/table/pager.tsx';
import { streamedCsv } from '#lists/export/csv-source.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { ListTable } from '#lists/list-table.tsx';
import { PartError } from '#screen/part-error.tsx';
import { activityColumns } from './activity-columns.tsx';
import { ActivityFilterBar, noFilters } from './activity-filters.tsx';
import { activityQuery } from './activity-query.ts';
import type { ActivitySearch } from './activity-search.ts';
import { ActivitySheet } from './activity-sheet.tsx';
import { isFiltered, pageOf, rowsOf, toActivityFilters } from './to-activity-query.ts';

interface ActivitySectionProps {
  /** Null for the platform's own. */
  merchantId: string | null;
  /** Left out where the page's own heading names it. */
  title?: string | undefined;
  search: ActivitySearch;
  /** Merges a change into the address. */
  onSearch: (change: Partial<ActivitySearch>) => void;
}

/** Who did what, when and from where, in all applications of the merchant or on the platform itself. */
export function ActivitySection({ merchantId, title = 'Activity', search, onSearch }: ActivitySectionProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(activityQuery(merchantId, search));
  const today = utcDay(useNow());
  const change = (next: Partial<ActivitySearch>) => onSearch({ activityPage: undefined, ...next });
  const exporting = (
    <ExportButton
      name="activity"
      size="s"
      days={{ from: search.activityFrom, to: search.activityTo }}
      source={csvOf(merchantId, search)}
      total={data?.totalElements}
    />
  );
  const hasFailed = error !== null && (!data || isPlaceholderData);
  return (
    <Section title={title} action={exporting}>
      <ActivityFilterBar search={search} today={today} onChange={change} />
      {hasFailed ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ActivityRows rows={data?.content} isStale={isPlaceholderData} search={search} onChange={change} />
      )}
      <Pager
        page={pageOf(search)}
        rows={rowsOf(search)}
        total={hasFailed ? undefined : data?.totalElements}
        onPage={(page) => onSearch({ activityPage: page === 1 ? undefined : page })}
        onRows={(rows) => change({ activityRows: rows === 10 ? undefined : rows })}
      />
    </Section>
  );
}

function csvOf(merchantId: string | null, search: ActivitySearch) {
  const query = toActivityFilters(search);
  return merchantId === null
    ? streamedCsv(exportPlatformActivity, { query })
    : streamedCsv(exportActivity, { params: { merchantId }, query });
}

interface RowsProps {
  rows: Activity[] | undefined;
  isStale: boolean;
  search: ActivitySearch;
  onChange: (change: Partial<ActivitySearch>) => void;
}

function ActivityRows({ rows, isStale, search, onChange }: RowsProps) {
  const zone = useZone();
  const [opened, setOpened] = useState<Activity>();
  const [isOpen, setIsOpen] = useState(false);
  const [columns] = useState(() =>
    activityColumns((activity) => {
      setOpened(activity);
      setIsOpen(true);
    }),
  );
  return (
    <>
      <ListTable
        caption="Activity log"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        isStale={isStale}
        skeletonRows={rowsOf(search)}
        empty={<NoActivity search={search} onChange={onChange} />}
      />
      {opened && <ActivitySheet activity={opened} isOpen={isOpen} onClose={() => setIsOpen(false)} zone={zone} />}
    </>
  );
}

function NoActivity({ search, onChange }: Pick<RowsProps, 'search' | 'onChange'>) {
  if (pageOf(search) > 1) {
    return (
      <EmptyState
        title="This page of results doesn’t exist"
        actions={<Button onClick={() => onChange({})}>Go to the first page</Button>}
      />
    );
  }
  if (!isFiltered(search)) {
    return <EmptyState title="No activity yet" detail="Sign-ins, money movements and settings changes appear here." />;
  }
  return (
    <EmptyState
      title="No activity matches these filters"
      actions={<Button onClick={() => onChange(noFilters)}>Clear all filters</Button>}
    />
  );
}
