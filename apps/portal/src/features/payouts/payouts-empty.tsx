import { Button } from '#design/controls/button.tsx';
import { LinkButton } from '#design/controls/link-button.tsx';
import { addDays, rangeText } from '#design/days/date-presets.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { balancesHref } from '#platform/hrefs.ts';
import { currencyOf, type PayoutSearch } from './payout-search.ts';
import { daysOf } from './to-payout-query.ts';

interface PayoutsEmptyProps {
  search: PayoutSearch;
  today: string;
  onChange: (change: Partial<PayoutSearch>) => void;
}

/** No rows, and why. */
export function PayoutsEmpty({ search, today, onChange }: PayoutsEmptyProps) {
  if ((search.page ?? 1) > 1) {
    return (
      <EmptyState
        title="This page of results doesn’t exist"
        actions={<Button onClick={() => onChange({ page: undefined })}>Go to the first page</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={`No ${currencyOf(search)} payouts, ${rangeText(daysOf(search, today), today) ?? 'any day'}`}
      detail="Payouts from your virtual accounts appear here, manual and scheduled."
      actions={
        <>
          <Button onClick={() => onChange({ from: addDays(today, -90), to: today })}>Show last 90 days</Button>
          <LinkButton variant="quiet" href={balancesHref()}>
            Go to balances
          </LinkButton>
        </>
      }
    />
  );
}
