import { useQuery } from '@tanstack/react-query';
import type { PaymentIntent } from '@volume/contract/payment-intents.ts';
import { useCallback, type ReactNode } from 'react';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { usePartAfter } from '#design/overlay/use-late-part.ts';
import { Pager } from '#design/table/pager.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { type ListLook, ListTable } from '#lists/list-table.tsx';
import { PartError } from '#screen/part-error.tsx';
import { linkCsv } from './link-csv.ts';
import { paymentIntentColumns } from './payment-intent-columns.tsx';
import {
  linkRows,
  paymentIntentListQuery,
  type PaymentIntentQuery,
  readPaymentIntents,
} from './payment-intent-list-query.ts';
import { intentWord, purposeOf } from './payment-intent-words.ts';

interface PaymentIntentsPageProps {
  /** From 1. */
  page: number;
  query: PaymentIntentQuery;
  rowHref: (row: PaymentIntent) => string;
  onPage: (page: number) => void;
  /** The button that makes a link. */
  createLink: ReactNode;
}

// What is new comes behind the first rows.
const loadLive = () => import('#lists/live/new-rows.tsx');

/** The payment links of the last 12 months (§2, §9), live while they are open. */
export function PaymentIntentsPage(props: PaymentIntentsPageProps) {
  const { page, query, onPage, createLink } = props;
  const list = paymentIntentListQuery(query);
  const { data, error, isPlaceholderData, isFetching, dataUpdatedAt, refetch } = useQuery(list);
  const live = usePartAfter(data !== undefined, loadLive);
  return (
    <>
      <PageHeader
        title="Pay by link"
        actions={
          <>
            <ExportButton name="payment-links" source={linkCsv(query)} total={data?.totalElements} />
            {createLink}
          </>
        }
      />
      {live && data && !isPlaceholderData && (
        <live.NewRows
          list={{ queryKey: list.queryKey, read: readPaymentIntents(query) }}
          shown={data}
          shownAt={dataUpdatedAt}
          keyOf={keyOf}
          noun="payment link"
          onFirstPage={() => onPage(1)}
        />
      )}
      {error && (!data || isPlaceholderData) ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LinkRows {...props} rows={data?.content} isStale={isPlaceholderData} />
      )}
      <Pager page={page} rows={linkRows} total={data?.totalElements} onPage={onPage} />
    </>
  );
}

interface LinkRowsProps extends PaymentIntentsPageProps {
  rows: PaymentIntent[] | undefined;
  isStale: boolean;
}

const keyOf = (row: PaymentIntent): string => row.paymentIntentId;

function LinkRows({ rows, isStale, page, rowHref, onPage }: LinkRowsProps) {
  const columns = useCallback((look: ListLook) => paymentIntentColumns(look, rowHref), [rowHref]);
  return (
    <ListTable
      caption="Payment links"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowHref={rowHref}
      rowLabel={labelOf}
      isStale={isStale}
      skeletonRows={linkRows}
      empty={<NoLinks isBeyond={page > 1} onFirst={() => onPage(1)} />}
    />
  );
}

function labelOf(row: PaymentIntent): string {
  const { amount, currency } = row.paymentRequest;
  return `${intentWord(row.paymentIntentStatus).word}, ${formatMoney(amount, currency)}, ${purposeOf(row) ?? 'no description'}`;
}

function NoLinks({ isBeyond, onFirst }: { isBeyond: boolean; onFirst: () => void }) {
  if (isBeyond) {
    return (
      <EmptyState
        title="This page of results doesn’t exist"
        actions={<Button onClick={onFirst}>Go to the first page</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="No payment links in the last 12 months"
      detail="Create a link and send it to the payer. They choose their bank and approve, and the payment appears here."
    />
  );
}
