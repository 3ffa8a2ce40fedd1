import { Button } from '#design/controls/button.tsx';
import { addDays, rangeText } from '#design/days/date-presets.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { titleCase } from '#design/text/title-case.ts';
import type { PayInSearch } from './pay-in-search.ts';
import { daysOf } from './to-pay-in-query.ts';

interface PayInsEmptyProps {
  search: PayInSearch;
  today: string;
  isFiltered: boolean;
  onChange: (change: Partial<PayInSearch>) => void;
  onClear: () => void;
}

/** No rows, and why: nothing by these filters is another sentence than nothing at all. */
export function PayInsEmpty({ search, today, isFiltered, onChange, onClear }: PayInsEmptyProps) {
  if ((search.page ?? 1) > 1) {
    return (
      <EmptyState
        title="This page of results doesn’t exist"
        actions={<Button onClick={() => onChange({ page: undefined })}>Go to the first page</Button>}
      />
    );
  }
  const look90 = (
    <Button onClick={() => onChange({ from: addDays(today, -90), to: today, searchFilter: undefined })}>
      Show last 90 days
    </Button>
  );
  if (!isFiltered) {
    return (
      <EmptyState
        title="No pay-ins in the last 30 days"
        detail="Payments appear here as soon as a shopper starts one."
        actions={look90}
      />
    );
  }
  return (
    <EmptyState
      title="No pay-ins match these filters"
      detail={<bdi className="[overflow-wrap:anywhere]">{describe(search, today)}</bdi>}
      actions={
        <>
          {search.searchFilter === undefined && look90}
          <Button variant="quiet" onClick={onClear}>
            Clear all
          </Button>
        </>
      }
    />
  );
}

/** The filters in words: `Created last 30 days, Held, EUR`. */
function describe(search: PayInSearch, today: string): string {
  const { searchFilter, heldFilter, refundedFilter, amountFrom, amountTo } = search;
  const days = rangeText(daysOf(search, today), today);
  const words = [...(search.paymentStatuses ?? []), ...(search.paymentTypes ?? []), heldFilter, refundedFilter];
  return [
    searchFilter === undefined ? days && `Created ${days}` : `“${searchFilter}” on any day`,
    ...words.flatMap((word) => (word ? [titleCase(word)] : [])),
    ...(search.riskCategory ?? []).map((risk) => `${titleCase(risk)} risk`),
    ...(search.currencies ?? []),
    amountFrom && `from ${amountFrom}`,
    amountTo && `up to ${amountTo}`,
  ]
    .filter(Boolean)
    .join(', ');
}
