import { csvAmount } from '@volume/contract/csv.ts';
import { listPaymentIntents, type PaymentIntent } from '@volume/contract/payment-intents.ts';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { copyEntry, RowMenu } from '#design/overlay/row-menu.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { StatusTag } from '#domain/status-tag.tsx';
import { type CsvColumn, pagedCsv } from '#lists/export/csv-source.ts';
import type { List } from '#lists/list.ts';
import { call } from '#platform/provider-api.ts';
import { type PaymentIntentSearch, paymentIntentSearch } from './payment-intent-filters.ts';
import type { PaymentIntentQuery } from './payment-intent-list-query.ts';
import { intentWord, purposeOf } from './payment-intent-words.ts';

interface PaymentIntentContext {
  rowHref: (row: PaymentIntent) => string;
}

const dash = <span className="text-ink-3">–</span>;

/** The payment links: columns, words and file. */
export const paymentIntentList: List<PaymentIntent, PaymentIntentSearch, PaymentIntentContext> = {
  storage: 'payment_link',
  caption: 'Payment links',
  liveNoun: 'payment link',
  search: paymentIntentSearch,
  rowKey: ({ paymentIntentId }) => paymentIntentId,
  rowLabel: (row) => {
    const { amount, currency } = row.paymentRequest;
    return `${intentWord(row.paymentIntentStatus).word}, ${formatMoney(amount, currency)}, ${purposeOf(row) ?? 'no description'}`;
  },
  empty: () => ({
    title: 'No payment links in the last 12 months',
    detail: 'Create a link and send it to the payer. They choose their bank and approve, and the payment appears here.',
  }),
  columns: [
    {
      id: 'status',
      header: 'Status',
      width: 124,
      card: 'state',
      isFixed: true,
      cell: ({ paymentIntentStatus }) => <StatusTag status={intentWord(paymentIntentStatus)} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 118,
      align: 'end',
      card: 'sum',
      strong: true,
      isFixed: true,
      cell: ({ paymentRequest: { amount, currency } }) => <Money minor={amount} currency={currency} />,
    },
    { id: 'purpose', header: 'For', card: 'who', cell: (row) => <Purpose>{purposeOf(row)}</Purpose> },
    { id: 'reference', header: 'Reference', width: 164, mono: true, cell: (row) => mono(row.paymentRequest.reference) },
    { id: 'order', header: 'Order', width: 116, mono: true, soft: true, cell: (row) => mono(row.merchantPaymentId) },
    { id: 'attempts', header: 'Attempts', width: 84, align: 'end', cell: (row) => formatCount(row.attempts.length) },
    {
      id: 'expires',
      header: 'Expires',
      isTime: true,
      width: 126,
      soft: true,
      cell: ({ expiresAt }, { zone, now }) =>
        expiresAt === null ? 'Never' : <DateTime utc={expiresAt} zone={zone} now={new Date(now)} />,
    },
    {
      id: 'created',
      header: 'Created',
      isTime: true,
      width: 126,
      soft: true,
      card: 'when',
      sort: 'descending',
      cell: ({ createdAt }, { zone, now }) => <DateTime utc={createdAt} zone={zone} now={new Date(now)} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: 50,
      align: 'end',
      isRaised: true,
      isFixed: true,
      cell: (row, { rowHref }) => <RowMenu entries={menuOf(row, rowHref(row))} />,
    },
  ],
};

/** All links of the list as a file, read by the list's own pages. */
export const paymentIntentFile = (query: PaymentIntentQuery) => ({
  name: 'payment-links',
  source: pagedCsv({
    columns: fileColumns,
    rowKey: paymentIntentList.rowKey,
    readPage: async (page, signal) => {
      const { applicationId } = query;
      const found = await call(listPaymentIntents, { query: { ...query, page, size: 100 }, signal, applicationId });
      return { rows: found.content, isLast: found.last };
    },
  }),
});

const fileColumns: CsvColumn<PaymentIntent>[] = [
  { header: 'Created', isTime: true, cell: ({ createdAt }) => createdAt },
  { header: 'Link id', cell: ({ paymentIntentId }) => paymentIntentId },
  { header: 'Status', cell: ({ paymentIntentStatus }) => paymentIntentStatus },
  { header: 'Currency', cell: ({ paymentRequest }) => paymentRequest.currency },
  { header: 'Amount', cell: ({ paymentRequest }) => csvAmount(paymentRequest.amount) },
  { header: 'Reference', cell: ({ paymentRequest }) => paymentRequest.reference },
  { header: 'Merchant payment id', cell: ({ merchantPaymentId }) => merchantPaymentId },
  { header: 'Description', cell: ({ customerIntentDescription }) => customerIntentDescription },
  { header: 'Internal note', cell: ({ merchantIntentDescription }) => merchantIntentDescription },
  { header: 'Attempts', cell: ({ attempts }) => attempts.length },
  { header: 'Expires', isTime: true, cell: ({ expiresAt }) => expiresAt },
  { header: 'Link', cell: ({ paymentIntentLink }) => paymentIntentLink },
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
