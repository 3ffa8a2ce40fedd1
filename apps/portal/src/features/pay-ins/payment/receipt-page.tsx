import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentDetails, PaymentListItem, Refund } from '@volume/contract/pay-ins/pay-ins.ts';
import {
  getReceipt,
  receiptNote,
  receiptRefundLabels,
  receiptState,
  receiptStates,
  receiptStatuses,
  sharedReference,
} from '@volume/contract/pay-ins/receipts.ts';
import { Icon } from '#design/icon.tsx';
import Printer from 'lucide/dist/esm/icons/printer.mjs';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Breadcrumbs } from '#design/layout/breadcrumbs.tsx';
import { copied } from '#design/layout/copied.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Hero } from '#design/layout/hero.tsx';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatDateTime, zoneName } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { paymentDetailsQuery, paymentQuery } from '#features/pay-ins/pay-in-queries.ts';
import { payerName } from '#features/pay-ins/pay-in-labels.ts';
import { streamed } from '#lists/export/csv-source.ts';
import { DocumentButton } from '#lists/export/document-button.tsx';
import { PartError } from '#lists/part-error.tsx';
import { useDocumentTitle } from '#platform/document-title.ts';
import { useZone } from '#platform/preferences.ts';
import { PaidMerchant, type PaidMerchantProps } from './paid-merchant.tsx';

interface ReceiptPageProps {
  paymentId: string;
  list: { label: string; href: string };
  paymentHref: string;
  merchantName: (row: PaymentListItem) => string | null | undefined;
  onNamesAgain?: (() => void) | undefined;
}

export function ReceiptPage({ paymentId, list, paymentHref, merchantName, onNamesAgain }: ReceiptPageProps) {
  const { data: row } = useQuery(paymentQuery(useQueryClient(), paymentId));
  const { data: details, error, isFetching, refetch } = useQuery(paymentDetailsQuery(paymentId));
  useDocumentTitle(row && `Receipt, ${formatMoney(row.paymentRequest.amount, row.paymentRequest.currency)}`);
  if (!row) return null;
  const crumbs = [list, { label: 'Payment', href: paymentHref }, { label: 'Receipt' }];
  if (!receiptStatuses.includes(row.paymentStatus)) {
    return (
      <>
        <Breadcrumbs crumbs={crumbs} />
        <h1 className="sr-only">Receipt</h1>
        <EmptyState
          title="There is no receipt of this payment"
          detail="There is one once the payment has been made."
          actions={<Button href={paymentHref}>See the payment</Button>}
        />
      </>
    );
  }
  return (
    <>
      <Breadcrumbs crumbs={crumbs} />
      <div className="max-w-[680px]">
        <ReceiptHead row={row} merchant={merchantName(row)} onNamesAgain={onNamesAgain} />
        {error && !details ? (
          <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <ReceiptFacts row={row} details={details} />
        )}
        {row.refunds.length > 0 && <RefundLines row={row} />}
        <p className="m-0 text-ink-3">{receiptNote}</p>
      </div>
    </>
  );
}

function ReceiptHead({ row, ...merchant }: PaidMerchantProps & { row: PaymentListItem }) {
  const { amount, currency } = row.paymentRequest;
  const zone = useZone();
  const payer = payerName(row);
  return (
    <Hero
      detail={
        <>
          Paid
          <PaidMerchant {...merchant} />
          {payer !== undefined && (
            <>
              {' '}
              by <bdi>{payer}</bdi>
            </>
          )}{' '}
          on <time dateTime={`${row.createdAt}Z`}>{formatDateTime(row.createdAt, zone, 'full')}</time>
        </>
      }
      actions={
        <>
          <Button icon={<Icon of={Printer} />} onClick={() => window.print()}>
            Print
          </Button>
          <DocumentButton
            name={`receipt-${row.paymentId.slice(-8)}`}
            source={streamed(getReceipt, { params: { paymentId: row.paymentId }, query: {} })}
          />
        </>
      }
    >
      <h1 className="m-0 font-regular">
        <span className="block text-l font-strong tracking-[-.015em]">
          Receipt<span className="sr-only"> of </span>
        </span>
        <Money minor={amount} currency={currency} size="hero" />
      </h1>
    </Hero>
  );
}

function ReceiptFacts({ row, details }: { row: PaymentListItem; details: PaymentDetails | undefined }) {
  return (
    <Section title="Payment">
      <DescriptionList
        items={[
          { term: 'Status', detail: receiptStates[receiptState(row)] },
          { term: 'Bank', detail: details ? bankOf(details) : <Skeleton width={96} /> },
          copied('Reference', sharedReference(row)),
          copied('Order', row.merchantPaymentId),
          copied('Payment id', row.paymentId),
        ]}
      />
    </Section>
  );
}

const bankOf = ({ institution }: PaymentDetails) => institution?.name && <bdi>{institution.name}</bdi>;

function RefundLines({ row }: { row: PaymentListItem }) {
  const zone = useZone();
  const { amount, currency } = row.paymentRequest;
  return (
    <Section title="Refunds">
      <DataTable
        caption="Refunds"
        columns={refundColumns(zone)}
        rows={row.refunds}
        rowKey={({ refundId }) => refundId}
      />
      {row.amountRefunded > 0 && (
        <p className="m-0 flex min-h-(--row) items-center justify-between gap-3 border-b border-line bg-sunken px-2.5 font-strong">
          Left after refunds <Money minor={amount - row.amountRefunded} currency={currency} />
        </p>
      )}
    </Section>
  );
}

const refundColumns = (zone: string): Column<Refund>[] => [
  {
    id: 'made',
    header: `Made, ${zoneName(zone)}`,
    width: 130,
    soft: true,
    card: 'when',
    cell: ({ createdAtUtc }) => <DateTime utc={createdAtUtc} zone={zone} />,
  },
  {
    id: 'reference',
    header: 'Reference',
    card: 'who',
    cell: ({ refundPaymentReference: text }) =>
      text ? <IdText>{text}</IdText> : <span className="text-ink-3">No reference</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: 190,
    card: 'state',
    cell: ({ refundStatus }) => receiptRefundLabels[refundStatus],
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 110,
    align: 'end',
    card: 'sum',
    strong: true,
    cell: (refund) => <Money minor={-refund.refundPaymentAmount} currency={refund.refundPaymentCurrency} />,
  },
];
