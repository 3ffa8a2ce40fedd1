import type { PaymentListItem, RiskCategory } from '@volume/contract/pay-ins.ts';
import { copyEntry, RowMenu } from '#design/overlay/row-menu.tsx';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { titleCase } from '#design/text/title-case.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import type { ListLook } from '#screen/list-table.tsx';
import { PayInTags } from './pay-in-tags.tsx';
import { payerName, payInWords, riskWord } from './pay-in-words.ts';
import { useRefund } from './payment/refund/use-refund.tsx';
import { useWhyNotRefundable } from './payment/refund/why-not-refundable.ts';

interface ColumnOptions {
  rowHref: (row: PaymentListItem) => string;
  /** Tells whose payment it is, where the list spans merchants. */
  merchantName?: ((row: PaymentListItem) => string | null) | undefined;
}

type PayInColumn = Column<PaymentListItem>;

/** The columns of a pay-in list; the merchant's stands only where there are several. */
export function payInColumns(
  { zone, zoneName, now }: ListLook,
  { rowHref, merchantName }: ColumnOptions,
): PayInColumn[] {
  const merchant: PayInColumn = {
    id: 'merchant',
    header: 'Merchant',
    cell: (row) => <PersonName>{merchantName?.(row)}</PersonName>,
  };
  const created: PayInColumn = {
    id: 'created',
    header: `Created, ${zoneName}`,
    width: 126,
    soft: true,
    card: 'when',
    sort: 'descending',
    cell: (row) => <DateTime utc={row.createdAt} zone={zone} now={new Date(now)} />,
  };
  const actions: PayInColumn = {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    width: 50,
    align: 'end',
    isRaised: true,
    cell: (row) => <PayInMenu row={row} href={rowHref(row)} />,
  };
  return [...leading, ...(merchantName ? [merchant] : []), ...facts, created, actions];
}

const leading: PayInColumn[] = [
  {
    id: 'status',
    header: 'Status',
    width: 200,
    card: 'state',
    cell: (row) => <PayInTags words={payInWords(row)} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 118,
    align: 'end',
    card: 'sum',
    strong: true,
    cell: ({ paymentRequest: { amount, currency } }) => <Money minor={amount} currency={currency} />,
  },
  { id: 'payer', header: 'Payer', card: 'who', cell: (row) => <PersonName>{payerName(row)}</PersonName> },
];

const facts: PayInColumn[] = [
  {
    id: 'reference',
    header: 'Reference',
    width: 164,
    mono: true,
    cell: (row) => <Reference>{row.paymentRequest.reference}</Reference>,
  },
  {
    id: 'order',
    header: 'Order',
    width: 116,
    mono: true,
    soft: true,
    cell: (row) => <Reference>{row.merchantPaymentId ?? row.merchantReference}</Reference>,
  },
  { id: 'type', header: 'Type', width: 76, soft: true, cell: (row) => titleCase(row.paymentType) },
  { id: 'risk', header: 'Risk', width: 78, cell: (row) => <Risk risk={row.riskCategory} /> },
];

const dash = <span className="text-ink-3">–</span>;

function Reference({ children }: { children: string | null }) {
  if (children === null || children.trim() === '') return dash;
  return (
    <span className="block truncate" title={children}>
      <IdText>{children}</IdText>
    </span>
  );
}

const riskClasses: Record<RiskCategory, string> = {
  LOW: 'text-ink-3',
  NA: 'text-ink-3',
  MEDIUM: 'font-medium text-held',
  HIGH: 'font-medium text-bad',
};

function Risk({ risk }: { risk: RiskCategory | null }) {
  return risk === null ? dash : <span className={riskClasses[risk]}>{riskWord(risk)}</span>;
}

function PayInMenu({ row, href }: { row: PaymentListItem; href: string }) {
  const mayRefund = usePermitted(['EDIT_SETTINGS']);
  const reason = useWhyNotRefundable(row);
  const { ask, dialog } = useRefund(row);
  return (
    <>
      <RowMenu
        entries={[
          { id: 'open', label: 'Open', href },
          copyEntry('copy', 'Copy id', row.paymentId),
          ...(mayRefund ? [{ id: 'refund', label: 'Refund…', onSelect: ask, disabledReason: reason }] : []),
        ]}
      />
      {dialog}
    </>
  );
}
