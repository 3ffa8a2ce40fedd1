import { useQuery } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants.ts';
import { currencies } from '@volume/contract/money.ts';
import { exportPayouts, type OutboundPayment } from '@volume/contract/payouts.ts';
import { useCallback, useState } from 'react';
import { utcDay } from '#design/days/date-presets.ts';
import { Segmented } from '#design/choose/segmented.tsx';
import { DateRangeFilter } from '#design/filter/date-range-filter.tsx';
import { FilterBar } from '#design/layout/filter-bar.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Pager } from '#design/table/pager.tsx';
import { streamedCsv } from '#platform/lists/csv-source.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { ExportButton } from '#screen/export/export-button.tsx';
import { type ListLook, ListTable } from '#screen/list-table.tsx';
import { Age, RefreshButton, RefreshRefusal } from '#domain/refresh.tsx';
import { payoutColumns } from './payout-columns.tsx';
import { payoutListQuery } from './payout-list-query.ts';
import { currencyOf, pageOf, type PayoutSearch, rowsOf } from './payout-search.ts';
import { PayoutSheet } from './payout-sheet.tsx';
import { PayoutsEmpty } from './payouts-empty.tsx';
import { PayoutsPending } from './payouts-pending.tsx';
import { daysOf, type PayoutQuery, toPayoutFilters } from './to-payout-query.ts';

interface PayoutsPageProps {
  application: Application;
  search: PayoutSearch;
  query: PayoutQuery;
  /** Merges a change into the address. */
  onChange: (change: Partial<PayoutSearch>) => void;
}

/** The payout list; what stands here is never treated as stale, so it says how old it is (§4 Caching). @throws what kept the first answer away, to the route's error card */
export function PayoutsPage({ application, search, query, onChange }: PayoutsPageProps) {
  const scope: Scope = { merchantId: application.merchantId, applicationId: application.applicationId };
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(payoutListQuery(scope, query));
  const today = utcDay(useNow());
  const change = (next: Partial<PayoutSearch>) => onChange({ page: undefined, ...next });
  if (!data) {
    if (error) throw error;
    return <PayoutsPending />;
  }
  const actions = (
    <>
      <RefreshButton busy={isFetching} onRefresh={() => void refetch({ cancelRefetch: false })} />
      <ExportButton
        name={`payouts-${currencyOf(search)}`}
        days={daysOf(search, today)}
        source={streamedCsv(exportPayouts, { params: scope, query: toPayoutFilters(search, today, scope) })}
        total={data.totalElements}
      />
    </>
  );
  return (
    <>
      <PageHeader title="Payouts" aside={<Age readAt={dataUpdatedAt} />} actions={actions} />
      <PayoutFilters search={search} today={today} onChange={change} />
      {error && <RefreshRefusal error={error} what="payouts" />}
      <PayoutRows
        application={application}
        rows={data.content}
        isStale={isFetching}
        search={search}
        onChange={change}
      />
      <Pager
        page={pageOf(search)}
        rows={rowsOf(search)}
        total={data.totalElements}
        onPage={(page) => onChange({ page: page === 1 ? undefined : page })}
        onRows={(rows) => change({ rows: rows === 10 ? undefined : rows })}
      />
    </>
  );
}

interface FilterProps {
  search: PayoutSearch;
  today: string;
  onChange: (change: Partial<PayoutSearch>) => void;
}

const currencyOptions = currencies.toReversed().map((currency) => ({ value: currency, label: currency }));

function PayoutFilters({ search, today, onChange }: FilterProps) {
  const hasOwnDays = search.from !== undefined || search.to !== undefined;
  return (
    <FilterBar>
      <Segmented
        label="Currency"
        options={currencyOptions}
        value={currencyOf(search)}
        onChange={(currency) => onChange({ currency: currency === 'GBP' ? undefined : currency })}
      />
      <DateRangeFilter
        {...daysOf(search, today)}
        today={today}
        onApply={({ from, to }) => onChange({ from, to })}
        onRemove={hasOwnDays ? () => onChange({ from: undefined, to: undefined }) : undefined}
      />
    </FilterBar>
  );
}

interface RowsProps extends Omit<FilterProps, 'today'> {
  application: Application;
  rows: OutboundPayment[] | undefined;
  isStale: boolean;
}

function PayoutRows({ application, rows, isStale, search, onChange }: RowsProps) {
  const zone = useZone();
  const today = utcDay(useNow());
  const [opened, setOpened] = useState<OutboundPayment>();
  const [isOpen, setIsOpen] = useState(false);
  const columns = useCallback(
    (look: ListLook) =>
      payoutColumns(look, (payout) => {
        setOpened(payout);
        setIsOpen(true);
      }),
    [],
  );
  return (
    <>
      <ListTable
        caption="Payouts"
        columns={columns}
        rows={rows}
        rowKey={(payout) => payout.payoutPaymentId}
        isStale={isStale}
        skeletonRows={rowsOf(search)}
        empty={<PayoutsEmpty search={search} today={today} onChange={onChange} />}
      />
      {opened && (
        <PayoutSheet
          payout={opened}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          accounts={application.payeeDetailsPerCurrency ?? []}
          zone={zone}
        />
      )}
    </>
  );
}
