import { useQuery } from '@tanstack/react-query';
import { exportAllFees, type listFees, type MerchantFees } from '@volume/contract/balances/fees.ts';
import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { useMemo } from 'react';
import { moneyCell } from '#design/table/cells.tsx';
import { Money } from '#design/text/money.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { streamed } from '#lists/export/csv-source.ts';
import { Figure, useCanExplain } from '#features/explain/figure.tsx';
import { figureCell } from '#features/explain/figure-cell.tsx';
import { ListPage } from '#lists/list-page.tsx';
import type { List, ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { feesQuery, toFeesQuery } from './fee-queries.ts';
import { type FeesSearch, feesSearch, lastDayOf, monthIn } from './fee-search.ts';
import { MonthChoice, monthName } from './month-choice.tsx';

interface FeesPageProps {
  search: FeesSearch;
  /** The statement of a row’s merchant. */
  rowHref: (row: MerchantFees) => string;
  onChange: ListChange<FeesSearch>;
}

/** The fees of all merchants for a month, for administrators (contract §8, Fees). */
export function FeesPage({ search, rowHref, onChange }: FeesPageProps) {
  const options = feesQuery(search);
  const { data } = useQuery(options);
  const found = useFound(options);
  const month = monthIn(search);
  const canExplain = useCanExplain();
  const { page: _page, size: _size, sort: _sort, ...query } = toFeesQuery(search);
  return (
    <ListPage
      list={feesList}
      title="Fees"
      aside={`${monthName(month)}${data?.isSoFar ? ' so far' : ''}`}
      firstActions={<MonthChoice {...{ month }} onChange={(next) => onChange({ month: next, page: undefined })} />}
      file={{ name: `fees-${month}`, source: streamed(exportAllFees, { query }) }}
      notice={!found.error && data && <Totals totals={data.totals} month={month} search={search.search} />}
      foot={
        <p className="mt-3 mb-0 text-label text-ink-3">
          The sums of the merchants’ fees, each rounded once for the month and currency. Pay-ins of the month that are
          completed or returned later still change them.
        </p>
      }
      isForAll
      context={useMemo(() => ({ month, canExplain }), [month, canExplain])}
      {...{ search, found, rowHref, onChange }}
    />
  );
}

interface TotalsProps extends Pick<ResponseOf<typeof listFees>, 'totals'> {
  month: string;
  /** With a search, the sums of the merchants that it found. The fees can be explained, and so can the number of pay-ins. */
  search: string | undefined;
}

function Totals({ totals, month, search }: TotalsProps) {
  if (totals.length === 0) return null;
  const paid = {
    figure: 'FOUND_PAY_INS',
    startDateTimeUtc: `${month}-01T00:00:00.000`,
    endDateTimeUtc: `${lastDayOf(month)}T23:59:59.999`,
    paymentStatuses: 'COMPLETED,SETTLED',
    returnedFilter: 'NOT_RETURNED',
  } as const;
  return (
    <dl className="num m-0 mb-7 flex flex-wrap gap-x-11 gap-y-3 border-y border-line py-4">
      {totals.map(({ currency, count, amount, fee }) => (
        <div key={currency} className="min-w-0">
          <dt className="text-label text-ink-3">Fees in {currency}</dt>
          <dd className="m-0">
            <Figure of={{ figure: 'ALL_FEES', month, currency, search }} name={`Fees in ${currency}`} shows={fee}>
              <Money minor={fee} currency={currency} size="l" />
            </Figure>
            <span className="mt-1.5 block text-label text-ink-3">
              {search !== undefined ? (
                <PaidText {...{ count, amount, currency }} />
              ) : (
                <Figure of={{ ...paid, currencies: currency }} name={`Pay-ins with a fee in ${currency}`} shows={count}>
                  <PaidText {...{ count, amount, currency }} />
                </Figure>
              )}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function PaidText({ count, amount, currency }: { count: number; amount: number; currency: string }) {
  return (
    <>
      {formatCount(count)} {count === 1 ? 'pay-in' : 'pay-ins'} of <Money minor={amount} currency={currency} />
    </>
  );
}

interface FeesContext {
  month: string;
  canExplain: boolean;
}

const feesList: List<MerchantFees, FeesSearch, FeesContext> = {
  caption: 'Fees of all merchants',
  storage: 'fee',
  search: feesSearch,
  rowKey: ({ merchantId, currency }) => `${merchantId} ${currency}`,
  rowLabel: ({ companyName, merchantId, currency }) => `${nameOf({ companyName, merchantId })}, ${currency}`,
  skeletonRows: 10,
  empty: (search) => ({
    title: `No fees for ${monthName(monthIn(search))}`,
    detail: 'No pay-in that was made in this month was completed.',
  }),
  noMatch: { title: 'No merchant with fees matches these filters', clear: 'Show all merchants' },
  columns: [
    {
      id: 'name',
      header: 'Merchant',
      card: 'who',
      isFixed: true,
      cell: (row) => <bdi className="font-medium">{nameOf(row)}</bdi>,
    },
    { id: 'currency', header: 'Currency', width: 104, soft: true, card: 'state', cell: ({ currency }) => currency },
    {
      id: 'count',
      header: 'Pay-ins',
      width: 112,
      align: 'end',
      soft: true,
      cell: ({ count }) => <span className="num">{formatCount(count)}</span>,
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 164,
      align: 'end',
      card: 'when',
      cell: ({ amount, currency }) => <Money minor={amount} currency={currency} />,
    },
    {
      id: 'fee',
      header: 'Fee',
      width: 148,
      align: 'end',
      card: 'sum',
      isFixed: true,
      strong: true,
      isRaised: true,
      cell: ({ merchantId, fee, currency }, { month, canExplain }) => {
        const sum = moneyCell(fee, currency);
        return canExplain
          ? figureCell({ figure: 'FEES', merchantId, month, currency }, `Fees in ${currency}`, sum)
          : sum;
      },
    },
  ],
};

const nameOf = ({ companyName, merchantId }: Pick<MerchantFees, 'companyName' | 'merchantId'>): string =>
  companyName.trim() || merchantId;
