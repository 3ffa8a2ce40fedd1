import type { PaymentListItem, Refund } from '@volume/contract/pay-ins/pay-ins.ts';
import { Meter } from '#design/layout/meter.tsx';
import { Section } from '#design/layout/section.tsx';
import { DataTable } from '#design/table/data-table.tsx';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { refundReasonLabel } from '#forms/refund-reasons.ts';
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import { ApprovalOf } from '#features/approvals/approval-note.tsx';
import { moneyOutStatusLabel } from '#features/pay-ins/status-labels.ts';

interface RefundsSectionProps {
  row: PaymentListItem;
  zone: string;
  zoneName: string;
  merchantId: string | undefined;
  /** Link to the webhook deliveries of a refund; undefined where the user may not see them. */
  logHref?: ((refundId: string) => string) | undefined;
}

export function RefundsSection({ row, zone, zoneName, merchantId, logHref }: RefundsSectionProps) {
  const { amount, currency } = row.paymentRequest;
  if (row.refunds.length === 0) return null;
  const back = `${formatMoney(row.amountRefunded, currency)} of ${formatMoney(amount, currency)}`;
  const open = row.amountRefunding > 0 ? `, ${formatMoney(row.amountRefunding, currency)} on its way` : '';
  return (
    <Section title="Refunds" aside={back + open}>
      <Meter
        label="Refunded"
        value={row.amountRefunded}
        second={row.amountRefunding}
        whole={amount}
        valueText={back + open}
      />
      <div className="mt-3">
        <DataTable
          caption="Refunds of this payment"
          columns={[...refundColumns(zone, zoneName), ...(logHref ? [webhooksColumn(logHref)] : [])]}
          rows={row.refunds}
          rowKey={(refund) => refund.refundId}
        />
      </div>
      {merchantId && (
        <div className="mt-3">
          <ApprovalOf merchantId={merchantId} of={{ paymentId: row.paymentId }} />
        </div>
      )}
    </Section>
  );
}

function ReferenceAndReason({ refund }: { refund: Refund }) {
  const { refundPaymentReference: reference, refundReason: reason, refundReasonNote: note } = refund;
  const { refundStatusDescription: why } = refund;
  return (
    <>
      {reference ? <IdText>{reference}</IdText> : <span className="text-ink-3">No reference</span>}
      {(reason || note) && (
        <span className="block [overflow-wrap:anywhere] whitespace-normal text-label text-ink-2">
          {reason && refundReasonLabel(reason)}
          {reason && note && ': '}
          {note && <bdi data-personal>{note}</bdi>}
        </span>
      )}
      {why && <bdi className="block [overflow-wrap:anywhere] whitespace-normal text-label text-ink-2">{why}</bdi>}
    </>
  );
}

const webhooksColumn = (logHref: (refundId: string) => string): Column<Refund> => ({
  id: 'webhooks',
  header: 'Webhooks',
  width: 104,
  cell: ({ refundId }) => <TextLink href={logHref(refundId)}>Deliveries</TextLink>,
});

const refundColumns = (zone: string, zoneName: string): Column<Refund>[] => [
  {
    id: 'status',
    header: 'Status',
    width: 140,
    card: 'state',
    cell: ({ refundStatus }) => <StatusTag status={moneyOutStatusLabel(refundStatus)} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 120,
    align: 'end',
    card: 'sum',
    strong: true,
    cell: (refund) => <Money minor={refund.refundPaymentAmount} currency={refund.refundPaymentCurrency} />,
  },
  {
    id: 'reference',
    header: 'Reference',
    card: 'who',
    cell: (refund) => <ReferenceAndReason refund={refund} />,
  },
  {
    id: 'updated',
    header: `Updated, ${zoneName}`,
    width: 148,
    soft: true,
    card: 'when',
    cell: (refund) => <DateTime utc={refund.updatedAtUtc} zone={zone} />,
  },
];
