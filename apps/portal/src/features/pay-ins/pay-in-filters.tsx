import { currencies } from '@volume/contract/money.ts';
import {
  heldFilters,
  type PayInQuery,
  paymentStatuses,
  type PaymentStatus,
  paymentTypes,
  refundedFilters,
  riskCategories,
} from '@volume/contract/pay-ins.ts';
import { SearchField } from '#design/choose/search-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { AmountRangeFilter } from '#design/filter/amount-range-filter.tsx';
import { CheckListFilter, tickedWords } from '#design/filter/check-list-filter.tsx';
import { DateRangeFilter } from '#design/filter/date-range-filter.tsx';
import { FilterChip } from '#design/filter/filter-chip.tsx';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { titleCase } from '#design/text/title-case.ts';
import type { PayInSearch } from './pay-in-search.ts';
import { riskWord } from './pay-in-words.ts';
import { daysOf } from './to-pay-in-query.ts';

interface PayInFiltersProps {
  search: PayInSearch;
  query: PayInQuery;
  today: string;
  areKeysOn: boolean;
  /** Changes what is named and leads back to the first page. */
  onChange: (change: Partial<PayInSearch>) => void;
  onClear: () => void;
  children?: React.ReactNode;
}

const optionsOf = <const T extends string>(values: readonly T[], label: (value: T) => string = titleCase) =>
  values.map((value) => ({ value, label: label(value) }));

const options = {
  statuses: optionsOf(paymentStatuses),
  currencies: optionsOf(currencies),
  types: optionsOf(paymentTypes),
  risks: optionsOf(riskCategories, riskWord),
  refunded: optionsOf(refundedFilters),
  held: optionsOf(heldFilters),
};

const someOf = <T,>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/** True when the address narrows the list beyond its default. */
export function isFiltered({ page: _page, rows: _rows, applicationId: _application, ...rest }: PayInSearch): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}

/** The filters of §2, each a chip with its own remove; the default 30 days are a chip too. */
export function PayInFilters({ search, query, today, areKeysOn, onChange, onClear, children }: PayInFiltersProps) {
  const hasOwnDays = search.from !== undefined || search.to !== undefined;
  const isSearching = search.searchFilter !== undefined;
  return (
    <FilterBar>
      <SearchField
        label="Search pay-ins"
        placeholder="Payer, reference, id"
        value={search.searchFilter ?? ''}
        onSearch={(text) => onChange({ searchFilter: text === '' ? undefined : text })}
        shortcut={areKeysOn ? '/' : undefined}
      />
      <DateRangeFilter
        {...daysOf(search, today)}
        today={today}
        valueText={isSearching ? 'All dates (search)' : undefined}
        onApply={({ from, to }) => onChange({ from, to, searchFilter: undefined })}
        onRemove={hasOwnDays && !isSearching ? () => onChange({ from: undefined, to: undefined }) : undefined}
      />
      <StatusFilter selected={search.paymentStatuses ?? []} query={query} onChange={onChange} />
      <CheckListFilter
        label="Currency"
        options={options.currencies}
        selected={search.currencies ?? []}
        onChange={(list) => onChange({ currencies: someOf(list) })}
      />
      <AmountRangeFilter
        from={search.amountFrom}
        to={search.amountTo}
        onApply={({ from, to }) => onChange({ amountFrom: from, amountTo: to })}
      />
      <StateFilters search={search} onChange={onChange} />
      {children}
      {isFiltered(search) && (
        <Button variant="quiet" size="s" onClick={onClear}>
          Clear all
        </Button>
      )}
    </FilterBar>
  );
}

// How many pay-ins each status has is asked when somebody looks.
const loadChoices = () => import('./tools/status-choices.tsx').then((module) => module.StatusChoices);

interface StatusFilterProps extends Pick<PayInFiltersProps, 'query' | 'onChange'> {
  selected: PaymentStatus[];
}

function StatusFilter({ selected, query, onChange }: StatusFilterProps) {
  const change = (list: PaymentStatus[]) => onChange({ paymentStatuses: someOf(list) });
  return (
    <FilterChip
      label="Status"
      value={tickedWords(options.statuses, selected)}
      onRemove={() => change([])}
      load={loadChoices}
      editor={(close, StatusChoices) => <StatusChoices {...{ query, selected }} onChange={change} onDone={close} />}
    />
  );
}

function StateFilters({ search, onChange }: Pick<PayInFiltersProps, 'search' | 'onChange'>) {
  return (
    <>
      <CheckListFilter
        label="Type"
        options={options.types}
        selected={search.paymentTypes ?? []}
        onChange={(list) => onChange({ paymentTypes: someOf(list) })}
      />
      <CheckListFilter
        label="Risk"
        options={options.risks}
        selected={search.riskCategory ?? []}
        onChange={(list) => onChange({ riskCategory: someOf(list) })}
      />
      <CheckListFilter
        label="Refunded"
        isSingle
        options={options.refunded}
        selected={search.refundedFilter ? [search.refundedFilter] : []}
        onChange={([refundedFilter]) => onChange({ refundedFilter })}
      />
      <CheckListFilter
        label="Held"
        isSingle
        options={options.held}
        selected={search.heldFilter ? [search.heldFilter] : []}
        onChange={([heldFilter]) => onChange({ heldFilter })}
      />
    </>
  );
}
