import type { PaymentIntent } from '@volume/contract/payment-intents.ts';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { copyEntry, RowMenu } from '#design/overlay/row-menu.tsx';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import type { ListLook } from '#lists/list-table.tsx';
import { intentWord, purposeOf } from './payment-intent-words.ts';
import { StatusTag } from '#domain/status-tag.tsx';

type IntentColumn = Column<PaymentIntent>;

/** The columns of the payment links. */
export function paymentIntentColumns(
  { zone, zoneName, now }: ListLook,
  rowHref: (row: PaymentIntent) => string,
): IntentColumn[] {
  const at = (utc: string) => <DateTime utc={utc} zone={zone} now={new Date(now)} />;
  return [
    ...leading,
    {
      id: 'expires',
      header: `Expires, ${zoneName}`,
      width: 126,
      soft: true,
      cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : at(expiresAt)),
    },
    {
      id: 'created',
      header: `Created, ${zoneName}`,
      width: 126,
      soft: true,
      card: 'when',
      sort: 'descending',
      cell: ({ createdAt }) => at(createdAt),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: 50,
      align: 'end',
      isRaised: true,
      cell: (row) => <RowMenu entries={menuOf(row, rowHref(row))} />,
    },
  ];
}

const dash = <span className="text-ink-3">–</span>;

const leading: IntentColumn[] = [
  {
    id: 'status',
    header: 'Status',
    width: 124,
    card: 'state',
    cell: ({ paymentIntentStatus }) => <StatusTag status={intentWord(paymentIntentStatus)} />,
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
  { id: 'purpose', header: 'For', card: 'who', cell: (row) => <Purpose>{purposeOf(row)}</Purpose> },
  { id: 'reference', header: 'Reference', width: 164, mono: true, cell: (row) => mono(row.paymentRequest.reference) },
  { id: 'order', header: 'Order', width: 116, mono: true, soft: true, cell: (row) => mono(row.merchantPaymentId) },
  { id: 'attempts', header: 'Attempts', width: 84, align: 'end', cell: (row) => formatCount(row.attempts.length) },
];

function Purpose({ children }: { children: string | null }) {
  if (children === null) return dash;
  return (
    <bdi className="block truncate" title={children}>
      {children}
    </bdi>
  );
}

function mono(text: string | null) {
  if (!text?.trim()) return dash;
  return (
    <span className="block truncate" title={text}>
      <IdText>{text}</IdText>
    </span>
  );
}

const menuOf = ({ paymentIntentId, paymentIntentLink }: PaymentIntent, href: string): MenuEntry[] => [
  { id: 'open', label: 'Open', href },
  ...(paymentIntentLink === null ? [] : [copyEntry('link', 'Copy link', paymentIntentLink)]),
  copyEntry('copy', 'Copy id', paymentIntentId),
];
