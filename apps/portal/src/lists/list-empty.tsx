import { noValue } from '@volume/contract/pay-ins/labels.ts';
import { Button } from '#design/controls/button.tsx';
import { localDay, utcDay, utcRangeText } from '#design/days/date-presets.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { useNow, useZone } from '#platform/preferences.ts';
import type { News } from './live/new-rows.tsx';
import { daysIn, type Filter, lastDays, searchParamOf, type Values } from './filters.ts';
import type { ListFiltersProps } from './list-filters.tsx';
import type { List } from './list.ts';
import { valueLabel } from './offered-filters.ts';

type ListEmptyProps<Row, Search, Context> = ListFiltersProps<Row, Search, Context> & { news?: News | undefined };

/** An empty list, with different sentences for no matches, no rows at all, and rows that have arrived since. */
export function ListEmpty<Row, Search, Context>({ news, ...props }: ListEmptyProps<Row, Search, Context>) {
  const { list, search, onChange, refused } = props;
  const { isFiltered, pageOf, clear, filters } = list.search;
  const now = useNow();
  const today = utcDay(now);
  const localToday = localDay(now, useZone());
  const searchParam = searchParamOf(filters);
  if (refused && !refused.shown && searchParam !== undefined) {
    const clearSearch = () => onChange({ [searchParam]: undefined } as Partial<Search>);
    return (
      <EmptyState title="This search is too short" actions={<Button onClick={clearSearch}>Clear the search</Button>} />
    );
  }
  if (pageOf(search) > 1) {
    return (
      <EmptyState
        title="This page of results doesn’t exist"
        actions={<Button onClick={() => onChange({})}>Go to the first page</Button>}
      />
    );
  }
  if (news) return <EmptyState title={news.text} actions={<Button onClick={news.onShow}>Show them</Button>} />;
  const lookBack = <LookBack {...props} today={today} />;
  if (list.noMatch && isFiltered(search)) {
    const { title, detail, clear: clearLabel, elsewhere } = list.noMatch;
    return (
      <EmptyState
        title={typeof title === 'function' ? title(search) : title}
        detail={
          detail ?? (
            <bdi className="[overflow-wrap:anywhere]">{describe(list, search as Values, { today, localToday })}</bdi>
          )
        }
        actions={
          <>
            {lookBack}
            {elsewhere?.(search)}
            <Button variant="quiet" onClick={() => onChange(clear(search))}>
              {clearLabel}
            </Button>
          </>
        }
      />
    );
  }
  const { title, detail, actions } = list.empty(search, today);
  const { EarlierRows } = list;
  return (
    <EmptyState
      title={title}
      detail={detail}
      actions={
        <>
          {EarlierRows ? <EarlierRows search={search}>{lookBack}</EarlierRows> : lookBack}
          {actions}
        </>
      }
    />
  );
}

function LookBack<Row, Search, Context>({
  list,
  search,
  today,
  onChange,
}: ListFiltersProps<Row, Search, Context> & { today: string }) {
  const days = list.search.filters.find((filter) => filter.kind === 'days' && filter.lastDays !== undefined);
  if (days?.kind !== 'days' || (days.disabledBy !== undefined && (search as Values)[days.disabledBy] !== undefined)) {
    return null;
  }
  const { from, to } = lastDays(90, today);
  return (
    <Button onClick={() => onChange({ [days.from]: from, [days.to]: to } as Partial<Search>)}>
      Show last 90 days and today
    </Button>
  );
}

interface Today {
  today: string;
  localToday: string | undefined;
}

/** Describes the filters, dates first, then the most specific: `Created 3 Nov – 9 Nov, Held, EUR`. */
function describe<Row, Search, Context>(list: List<Row, Search, Context>, search: Values, today: Today): string {
  const { filters } = list.search;
  const isFirst = ({ kind }: Filter) => kind === 'days' || kind === 'search';
  return [...filters.filter(isFirst), ...filters.filter((filter) => !isFirst(filter)).toReversed()]
    .flatMap((filter) => {
      if (filter.kind === 'days') return daysTexts(filter, search, today);
      if (filter.kind === 'amounts') return amountTexts(search[filter.from], search[filter.to]);
      const values = [search[filter.param] ?? []].flat() as string[];
      if (filter.kind === 'search' && filter.placeholder === undefined)
        return values.map((value) => `${filter.label}: ${value === noValue ? 'none' : value}`);
      if (filter.kind !== 'search') return values.map((value) => valueText(filter, list.labels, value));
      const isAnyDay = filters.some((each) => each.kind === 'days' && each.disabledBy === filter.param);
      return values.map((typed) => `“${typed}”${isAnyDay ? ' on any day' : ''}`);
    })
    .join(', ');
}

function daysTexts(filter: Filter & { kind: 'days' }, search: Values, { today, localToday }: Today): string[] {
  const range = utcRangeText(daysIn(filter, search, today), today, localToday);
  return range === undefined ? [] : [`${filter.label} ${range}`];
}

const amountTexts = (from: unknown, to: unknown): string[] => [
  ...(from === undefined ? [] : [`from ${String(from)}`]),
  ...(to === undefined ? [] : [`up to ${String(to)}`]),
];

function valueText(filter: Filter & { param: string }, labels: List<never, never>['labels'], value: string): string {
  const label = filter.kind === 'id' ? value : valueLabel(labels, filter.param, value);
  return 'noun' in filter ? `${label} ${filter.noun ?? ''}` : label;
}
