import { useQuery } from '@tanstack/react-query';
import type { PayInPage, PaymentListItem, PayInQuery } from '@volume/contract/pay-ins.ts';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { utcDay } from '#design/days/date-presets.ts';
import { PageHeader } from '#design/layout/page-header.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { usePartAfter } from '#design/overlay/use-late-part.ts';
import { Pager } from '#design/table/pager.tsx';
import { useNow, usePreferences } from '#platform/preferences.ts';
import { type ListLook, ListTable } from '#screen/list-table.tsx';
import { PartError } from '#screen/part-error.tsx';
import { paymentStatusWord } from '#domain/status-words.ts';
import { rememberPositions, takeLeft } from './list-position.ts';
import { payInColumns } from './pay-in-columns.tsx';
import { isFiltered, PayInFilters } from './pay-in-filters.tsx';
import { payInListQuery, readPayIns } from './pay-in-list-query.ts';
import { pageOf, type PayInSearch, rowsOf } from './pay-in-search.ts';
import { payerName } from './pay-in-words.ts';
import { PayInsEmpty } from './pay-ins-empty.tsx';
import { useHiddenColumns } from './use-hidden-columns.ts';

interface PayInsPageProps {
  title: string;
  search: PayInSearch;
  query: PayInQuery;
  /** Where a row leads. */
  rowHref: (row: PaymentListItem) => string;
  /** This list's own address, to come back to from a payment. */
  listHref: string;
  /** Merges a change into the address. */
  onChange: (change: Partial<PayInSearch>) => void;
  /** Back to the address without filters. */
  onClear: () => void;
  merchantName?: ((row: PaymentListItem) => string | null) | undefined;
  moreFilters?: ReactNode;
  /** The list with these filters alone. */
  viewHref: (filters: Partial<PayInSearch>) => string;
  /** The way to a new payment link, where the person may make one. */
  newLink?: ReactNode;
}

/** A list of pay-ins: filters, rows, pages; everything it shows is in the address (§2). */
export function PayInsPage(props: PayInsPageProps) {
  const { search, query, onChange, onClear } = props;
  const { data, error, isPlaceholderData, isFetching, dataUpdatedAt, refetch } = useQuery(payInListQuery(query));
  const today = utcDay(useNow());
  const { keys } = usePreferences();
  const change = (next: Partial<PayInSearch>) => onChange({ page: undefined, ...next });
  return (
    <>
      <PayInsHead
        {...props}
        today={today}
        shown={isPlaceholderData ? undefined : data}
        shownAt={dataUpdatedAt}
        total={data?.totalElements}
      />
      <PayInFilters {...{ search, query }} today={today} areKeysOn={keys} onChange={change} onClear={onClear}>
        {props.moreFilters}
      </PayInFilters>
      {error && (!data || isPlaceholderData) ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <PayInRows
          {...props}
          rows={data?.content}
          isStale={isPlaceholderData}
          total={data?.totalElements}
          empty={<PayInsEmpty isFiltered={isFiltered(search)} {...{ search, today, onClear }} onChange={change} />}
        />
      )}
      {data && (
        <Pager
          page={pageOf(search)}
          rows={rowsOf(search)}
          total={data.totalElements}
          onPage={(page) => onChange({ page: page === 1 ? undefined : page })}
          onRows={(rows) => change({ rows: rows === 10 ? undefined : rows })}
        />
      )}
    </>
  );
}

// What a list can do comes behind its first rows: exporting, what is new, views.
const loadTools = () => import('./tools/list-tools.tsx');

interface PayInsHeadProps extends PayInsPageProps {
  today: string;
  /** The page shown, undefined while another one's rows stand in for it. */
  shown: PayInPage | undefined;
  shownAt: number;
  total: number | undefined;
}

function PayInsHead({ title, search, query, viewHref, onChange, newLink, ...props }: PayInsHeadProps) {
  const { today, shown, shownAt, total } = props;
  const tools = usePartAfter(total !== undefined, loadTools);
  const isForAll = props.merchantName !== undefined;
  if (!tools) {
    const all = viewHref({ rows: search.rows, applicationId: search.applicationId });
    return (
      <>
        <PageHeader title={title} />
        <ViewsBar label="Views" views={[{ label: 'All pay-ins', href: all, isCurrent: !isFiltered(search) }]} />
      </>
    );
  }
  const actions = (
    <>
      <tools.PayInExport {...{ search, query, today, total }} />
      {newLink}
    </>
  );
  return (
    <>
      <PageHeader title={title} actions={actions} />
      {shown && (
        <tools.NewRows
          list={{ queryKey: payInListQuery(query).queryKey, read: readPayIns(query) }}
          {...{ shown, shownAt, keyOf }}
          noun="pay-in"
          onFirstPage={() => onChange({ page: undefined })}
        />
      )}
      <tools.PayInViews {...{ search, viewHref, isForAll }} />
    </>
  );
}

interface PayInRowsProps extends PayInsPageProps {
  rows: PaymentListItem[] | undefined;
  total: number | undefined;
  isStale: boolean;
  empty: ReactNode;
}

const keyOf = (row: PaymentListItem): string => row.paymentId;
const labelOf = (row: PaymentListItem): string =>
  `${paymentStatusWord(row.paymentStatus).word}, ${payerName(row) ?? 'no payer name'}`;

function PayInRows({ rows, total, isStale, empty, ...props }: PayInRowsProps) {
  const { title, query, listHref, rowHref, merchantName, search } = props;
  const [hidden] = useHiddenColumns(merchantName !== undefined);
  const away = hidden.join();
  const columns = useCallback(
    (look: ListLook) => payInColumns(look, { rowHref, merchantName }).filter(({ id }) => !away.split(',').includes(id)),
    [rowHref, merchantName, away],
  );
  useEffect(() => {
    if (!rows || isStale) return;
    rememberPositions(
      { query, listHref, total: total ?? rows.length },
      rows.map((row) => row.paymentId),
    );
  }, [rows, isStale, query, listHref, total]);
  useFocusOnReturn(rows);
  return (
    <ListTable
      caption={title}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowHref={rowHref}
      rowLabel={labelOf}
      isStale={isStale}
      skeletonRows={rowsOf(search)}
      empty={empty}
    />
  );
}

/** Coming back from a payment, the focus is on its row again, as if one had not been away. */
function useFocusOnReturn(rows: PaymentListItem[] | undefined): void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    wanted.current = takeLeft();
  }, []);
  useEffect(() => {
    if (!rows || wanted.current === undefined) return;
    const at = rows.findIndex(({ paymentId }) => paymentId === wanted.current);
    wanted.current = undefined;
    document.querySelectorAll<HTMLElement>('#main .row-link')[at]?.focus({ preventScroll: true });
  }, [rows]);
}
