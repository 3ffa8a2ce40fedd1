import type { PaymentListItem, PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import type { ExplainTotal } from '#design/table/pager.tsx';
import { ListPage } from '#lists/list-page.tsx';
import type { List, ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { FoundFigure } from './found-figure.tsx';
import { rememberPositions, takeReturnKey } from './list-position.ts';
import type { PayInSearch } from './pay-in-filters.ts';
import { type PayInContext, payInFile } from './pay-in-list.tsx';
import { payInListQuery } from './pay-in-queries.ts';

interface PayInsPageProps<Search extends PayInSearch> {
  title: string;
  list: List<PaymentListItem, Search, PayInContext>;
  search: Search;
  query: PayInQuery;
  rowHref: (row: PaymentListItem) => string;
  hrefOf: (search: Search) => string;
  onChange: ListChange<Search>;
  merchantName?: ((row: PaymentListItem) => string | null) | undefined;
  chips?: Readonly<Record<string, ReactNode>>;
  newLink?: ReactNode;
}

const loadSelection = () => import('./pay-in-selection.tsx').then((module) => module.PayInSelection);

/** A list of pay-ins with filters, rows and paging; all of its state is in the address (§2). */
export function PayInsPage<Search extends PayInSearch>(props: PayInsPageProps<Search>) {
  const { list, query, search, rowHref, hrefOf, merchantName, newLink, chips, ...page } = props;
  const of = `${query.merchantId ?? ''} ${query.applicationId ?? ''}`;
  const found = useFound(payInListQuery(query), { of, search });
  const { rows, total, isStale, refused } = found;
  const listHref = hrefOf(search);
  useEffect(() => {
    if (!rows || isStale || refused) return;
    rememberPositions(
      { query, listHref, total: total ?? rows.length },
      rows.map((row) => row.paymentId),
    );
  }, [rows, isStale, refused, query, listHref, total]);
  const context = useMemo(() => ({ rowHref, merchantName }), [rowHref, merchantName]);
  const ownChips = (search.institutionId ?? search.failureReason ?? search.failureHour) && (
    <Suspense key="own">
      <FailureChips {...search} onChange={page.onChange as ListChange<PayInSearch>} />
    </Suspense>
  );
  const isForAll = merchantName !== undefined;
  const explainTotal: ExplainTotal = (range, shows) => (
    <FoundFigure {...{ query, isForAll, shows }} announced={range} />
  );
  return (
    <ListPage
      {...{ list, found, search, query, rowHref, hrefOf, context, takeReturnKey }}
      {...page}
      chips={{ ...chips, failureReason: null, failureHour: null, institutionId: ownChips }}
      file={payInFile(query)}
      actions={newLink}
      explainTotal={refused ? undefined : explainTotal}
      loadSelection={loadSelection}
      isForAll={isForAll}
    />
  );
}

/** Loaded lazily: only figures on the overview link to these filters. */
const FailureChips = lazy(() => import('./failure-chips.tsx').then((module) => ({ default: module.FailureChips })));
