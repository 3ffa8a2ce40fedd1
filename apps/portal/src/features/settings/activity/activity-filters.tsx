import { activityActions } from '@volume/contract/activity.ts';
import { Button } from '#design/controls/button.tsx';
import { SearchField } from '#design/choose/search-field.tsx';
import { CheckListFilter } from '#design/filter/check-list-filter.tsx';
import { DateRangeFilter } from '#design/filter/date-range-filter.tsx';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import type { ActivitySearch } from './activity-search.ts';
import { actionWord } from './activity-words.ts';
import { actionsOf, isFiltered } from './to-activity-query.ts';

interface ActivityFiltersProps {
  search: ActivitySearch;
  today: string;
  onChange: (change: Partial<ActivitySearch>) => void;
}

const options = activityActions.map((value) => ({ value, label: actionWord(value) }));

export const noFilters = {
  activityActor: undefined,
  activityAction: undefined,
  activityFrom: undefined,
  activityTo: undefined,
} as const;

/** By person, by action and by day. */
export function ActivityFilterBar({ search, today, onChange }: ActivityFiltersProps) {
  const hasDays = search.activityFrom !== undefined || search.activityTo !== undefined;
  return (
    <FilterBar label="Activity filters">
      <SearchField
        label="Search activity by person"
        placeholder="Email address"
        value={search.activityActor ?? ''}
        onSearch={(text) => onChange({ activityActor: text === '' ? undefined : text })}
      />
      <CheckListFilter
        label="Action"
        options={options}
        selected={actionsOf(search)}
        onChange={(list) => onChange({ activityAction: list.length === 0 ? undefined : list.join(',') })}
      />
      <DateRangeFilter
        label="When"
        from={search.activityFrom}
        to={search.activityTo}
        today={today}
        onApply={({ from, to }) => onChange({ activityFrom: from, activityTo: to })}
        onRemove={hasDays ? () => onChange({ activityFrom: undefined, activityTo: undefined }) : undefined}
      />
      {isFiltered(search) && (
        <Button size="s" variant="quiet" onClick={() => onChange(noFilters)}>
          Clear all
        </Button>
      )}
    </FilterBar>
  );
}
