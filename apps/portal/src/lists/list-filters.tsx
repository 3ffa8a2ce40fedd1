import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import { type ReactNode, useId } from 'react';
import { SearchField } from '#design/choose/search-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { localDay, type OpenRange, utcDay } from '#design/days/date-presets.ts';
import { DateRangeFilter } from '#design/filter/date-range-filter.tsx';
import { AmountRangeFilter, TextFilter } from '#design/filter/field-filters.tsx';
import { CheckList } from '#design/filter/editors/check-list.tsx';
import { FilterChip } from '#design/filter/filter-chip.tsx';
import { selectedText } from '#design/filter/summaries.ts';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { useHas } from '#platform/calls/capabilities.ts';
import { useNow, usePreferences, useZone } from '#platform/preferences.ts';
import { daysIn, type Filter, isOn, searchParamOf, type Values } from './filters.ts';
import type { List, ListChange } from './list.ts';
import { isAdded, offer, valueLabel } from './offered-filters.ts';
import { readId } from './read-search.ts';
import type { RefusedSearch } from './use-found.ts';

export interface ListFiltersProps<Row, Search, Context> {
  list: List<Row, Search, Context>;
  search: Search;
  /** The current query of the list's request. */
  query?: unknown;
  /** Changes these parameters and returns to the first page. */
  onChange: ListChange<Search>;
  /** The page's own chips, by parameter. */
  chips?: Readonly<Record<string, ReactNode>> | undefined;
  refused?: RefusedSearch | undefined;
  /** At the right end of the filters. */
  end?: ReactNode;
}

/** The search of a list, a chip for each filter that is set, also by default, and a menu of the others. */
export function ListFilters<Row, Search, Context>(props: ListFiltersProps<Row, Search, Context>) {
  const { list, search, query, onChange, chips, refused, end } = props;
  const { filters, isFiltered, clear } = list.search;
  const has = useHas(filters.map(({ needs }) => needs));
  const { keys } = usePreferences();
  const refusalId = useId();
  // Shown until it is known to be unsupported, because a chip that appears later would move the others.
  const known = filters.filter(({ needs }) => has(needs) !== false);
  const added = known.filter((filter) => isAdded(filter, chips));
  if (filters.length === 0 && end === undefined) return null;
  const change: ListChange<Values> = (next, how) => onChange(next as Partial<Search>, how);
  const { labels, editors } = list;
  const chip = { labels, editors, search: search as Values, query, refusalId, onChange: change };
  const searchParam = searchParamOf(filters);
  return (
    <>
      <FilterBar
        label={list.filtersLabel}
        offered={
          added.length > 0
            ? added.filter((filter) => !isOn(filter, search as Values)).map((filter) => offer(filter, labels))
            : undefined
        }
        shortcut={keys ? 'f' : undefined}
        clear={
          filters.length > 1 &&
          isFiltered(search) && (
            <Button variant="quiet" size="s" className="whitespace-nowrap" onClick={() => onChange(clear(search))}>
              Clear all
            </Button>
          )
        }
        end={end}
      >
        {known.map((filter) => {
          const own = 'param' in filter && chips !== undefined && filter.param in chips;
          return own ? chips[filter.param] : <Chip key={filter.label} filter={filter} {...chip} />;
        })}
      </FilterBar>
      {searchParam !== undefined && <Refusal id={refusalId} refused={refused} searchParam={searchParam} />}
    </>
  );
}

/** Why the search was refused, below its field, and for which search the rows are shown instead. */
function Refusal(props: { id: string; refused: RefusedSearch | undefined; searchParam: string }) {
  const { id, refused, searchParam } = props;
  const before = refused?.shown && text((refused.shown as Values)[searchParam]);
  return (
    <p id={id} role="status" className="m-0 mb-3 text-s text-ink-2 [overflow-wrap:anywhere] empty:hidden">
      {refused?.sentence}
      {refused?.shown && (
        <>
          {' '}
          Still showing{' '}
          {before === undefined ? (
            'the list without a search.'
          ) : (
            <>
              the results for “<bdi>{before}</bdi>”.
            </>
          )}
        </>
      )}
    </p>
  );
}

interface ChipProps<F extends Filter = Filter> {
  labels: List<never, never>['labels'];
  editors: List<never, never>['editors'];
  filter: F;
  search: Values;
  query: unknown;
  /** The id of the refusal below the filters, which describes the search field. */
  refusalId: string;
  onChange: ListChange<Values>;
}

type Of<Kind extends Filter['kind']> = ChipProps<Filter & { kind: Kind }>;

const text = (value: unknown) => value as string | undefined;

function Chip({ filter, ...props }: ChipProps) {
  const { search, onChange } = props;
  switch (filter.kind) {
    case 'search':
      return <Search filter={filter} {...props} />;
    case 'days':
      return <Days filter={filter} {...props} />;
    case 'amounts': {
      const { label, from, to } = filter;
      const apply = (range: OpenRange) => onChange({ [from]: range.from, [to]: range.to });
      const range = { from: text(search[from]), to: text(search[to]) };
      return <AmountRangeFilter label={label} names={[from, to]} {...range} onApply={apply} />;
    }
    case 'id': {
      const { param, label, placeholder } = filter;
      const apply = (typed: string | undefined) => onChange({ [param]: readId(dropInvisible(typed ?? '').trim()) });
      const value = text(search[param]);
      return <TextFilter name={param} {...{ label, value, placeholder }} onApply={apply} />;
    }
    case 'ids':
      // Rendered by the page.
      return null;
    default:
      return <Choices filter={filter} {...props} />;
  }
}

function Search({ filter, search, refusalId, onChange }: Of<'search'>) {
  const { param, label, placeholder, shortcut } = filter;
  const { keys } = usePreferences();
  const searched = text(search[param]) ?? '';
  return (
    <SearchField
      label={label}
      name={param}
      placeholder={placeholder}
      value={searched}
      // Continued typing replaces the history entry, so that Back returns to the list before the search.
      onSearch={(typed) => onChange({ [param]: typed || undefined }, { replace: searched !== '' && typed !== '' })}
      shortcut={keys ? shortcut : undefined}
      describedBy={refusalId}
    />
  );
}

function Days({ filter, search, onChange }: Of<'days'>) {
  const now = useNow();
  const today = utcDay(now);
  const localToday = localDay(now, useZone());
  const { from, to, label, disabledBy } = filter;
  const isDisabled = disabledBy !== undefined && search[disabledBy] !== undefined;
  const enable = disabledBy === undefined ? {} : { [disabledBy]: undefined };
  return (
    <DateRangeFilter
      label={label}
      names={[from, to]}
      replaces={disabledBy}
      {...daysIn(filter, search, today)}
      {...{ today, localToday }}
      valueText={isDisabled ? 'All dates (search)' : undefined}
      onApply={(range) => onChange({ [from]: range.from, [to]: range.to, ...enable })}
      onRemove={
        isOn(filter, search) && !isDisabled ? () => onChange({ [from]: undefined, [to]: undefined }) : undefined
      }
    />
  );
}

function Choices({ filter, labels, editors, search, query, onChange }: Of<'choices' | 'choice' | 'switch'>) {
  const { kind, param, label, values } = filter;
  const isSingle = kind !== 'choices';
  const always = kind === 'switch' ? values[0] : undefined;
  const options = values.map((value) => ({ value, label: valueLabel(labels, param, value) }));
  const selected = [search[param] ?? always ?? []].flat() as string[];
  const change = (chosen: string[]) => {
    const value = isSingle ? chosen[0] : chosen.length > 0 ? chosen : undefined;
    onChange({ [param]: value === always ? undefined : value });
  };
  const Editor = editors?.[param];
  return (
    <FilterChip
      label={label}
      value={selectedText(options, selected)}
      onRemove={always !== undefined && search[param] === undefined ? undefined : () => change([])}
      editor={(close) => {
        const editor = { name: param, selected, onChange: change, onDone: close };
        return Editor ? (
          <Editor {...editor} query={query} />
        ) : (
          <CheckList {...editor} {...{ label, options, isSingle }} />
        );
      }}
    />
  );
}
