import { dash, idCell, timeCell } from '#design/table/cells.tsx';
import { actionsColumn } from '#design/table/column.ts';
import { amountColumn, timeColumn } from '#lists/list-table.tsx';
import { csvAmount } from '@volume/contract/lists/csv.ts';
import { cancelPaymentLink, listPaymentLinks, type PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { type ReactNode, useMemo } from 'react';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { copyEntry, RowMenu } from '#design/overlay/row-menu.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import { listCsv } from '#lists/export/csv-source.ts';
import { ListPage } from '#lists/list-page.tsx';
import type { List, ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { linkKinds, paymentLinkListQuery, type PaymentLinkQuery } from './payment-link-queries.ts';
import { type PaymentLinkSearch, paymentLinkSearch } from './payment-link-filters.ts';
import { attemptCountOf, isAtAttemptLimit, linkLabel, purposeText } from './payment-link-labels.ts';

interface PaymentLinkContext {
  rowHref: (row: PaymentLink) => string;
}

const noLinks = {
  title: 'No payment links in the last 12 months',
  detail: 'Create a link and send it to the payer. They choose their bank and approve, and the payment appears here.',
};

export const paymentLinkList: List<PaymentLink, PaymentLinkSearch, PaymentLinkContext> = {
  storage: 'payment_link',
  caption: 'Payment links',
  live: { noun: 'payment link', kinds: linkKinds, timeOf: ({ createdAt }) => createdAt },
  search: paymentLinkSearch,
  rowKey: ({ paymentIntentId }) => paymentIntentId,
  rowLabel: (row) => {
    const { amount, currency } = row.paymentRequest;
    return `${linkLabel(row).label}, ${formatMoney(amount, currency)}, ${purposeText(row) ?? 'no description'}`;
  },
  empty: () => noLinks,
  noMatch: { title: 'No payment links match these filters', clear: 'Show all links' },
  columns: [
    {
      id: 'status',
      header: 'Status',
      width: 88,
      fits: true,
      card: 'state',
      isFixed: true,
      cell: (row) => <StatusTag status={linkLabel(row)} />,
      csv: [
        { header: 'Link id', cell: ({ paymentIntentId }) => paymentIntentId },
        { header: 'Status', cell: ({ paymentIntentStatus }) => paymentIntentStatus },
      ],
    },
    amountColumn({
      sumOf: ({ paymentRequest }) => paymentRequest,
      csv: [
        { header: 'Currency', cell: ({ paymentRequest }) => paymentRequest.currency },
        { header: 'Amount', cell: ({ paymentRequest }) => csvAmount(paymentRequest.amount) },
      ],
    }),
    {
      id: 'purpose',
      header: 'For',
      card: 'who',
      cell: (row) => purposeCell(purposeText(row)),
      csv: [
        { header: 'Description', cell: ({ customerIntentDescription }) => customerIntentDescription },
        { header: 'Internal note', cell: ({ merchantIntentDescription }) => merchantIntentDescription },
      ],
    },
    {
      id: 'reference',
      header: 'Reference',
      width: 164,
      givesWay: 4,
      mono: true,
      cell: (row) => idCell(row.paymentRequest.reference),
      csv: [{ header: 'Reference', cell: ({ paymentRequest }) => paymentRequest.reference }],
    },
    {
      id: 'order',
      header: 'Order',
      width: 64,
      givesWay: 1,
      mono: true,
      soft: true,
      cell: (row) => idCell(row.merchantPaymentId),
      csv: [{ header: 'Merchant payment id', cell: ({ merchantPaymentId }) => merchantPaymentId }],
    },
    {
      id: 'attempts',
      header: 'Attempts',
      width: 84,
      givesWay: 2,
      align: 'end',
      cell: (row) =>
        isAtAttemptLimit(row) ? `${attemptCountOf(row)} of ${row.attemptLimit}` : formatCount(attemptCountOf(row)),
      csv: [{ header: 'Attempts', cell: attemptCountOf }],
    },
    {
      id: 'expires',
      header: 'Expires',
      isTime: true,
      width: 112,
      givesWay: 3,
      soft: true,
      cell: ({ expiresAt }, time) => (expiresAt === null ? 'Never' : timeCell(expiresAt, time)),
      csv: [
        { header: 'Expires', isTime: true, cell: ({ expiresAt }) => expiresAt },
        { header: 'Link', cell: ({ paymentIntentLink }) => paymentIntentLink },
      ],
    },
    timeColumn({
      id: 'created',
      header: 'Created',
      width: 126,
      timeOf: ({ createdAt }) => createdAt,
      csv: [{ header: 'Created', isTime: true, cell: ({ createdAt }) => createdAt }],
    }),
    {
      ...actionsColumn,
      width: 50,
      isFixed: true,
      cell: (row, { rowHref }) => <RowMenu entries={menuEntries(row, rowHref(row))} />,
    },
  ],
};

/** Without filters, because a deployment with only the specification's endpoints would ignore them silently. */
const unfiltered = { ...paymentLinkList, search: { ...paymentLinkSearch, filters: [] } };

/** Exports all links by reading the list page by page. */
const paymentLinkFile = (query: PaymentLinkQuery) => ({
  name: 'payment-links',
  source: listCsv(paymentLinkList, async (at, signal) => {
    const { applicationId } = query;
    const found = await call(listPaymentLinks, { query: { ...query, ...at }, signal, applicationId });
    return { rows: found.content, isLast: found.last };
  }),
});

const purposeCell = (purpose: string | null) =>
  purpose === null ? (
    dash
  ) : (
    <bdi className="block truncate" title={purpose}>
      {purpose}
    </bdi>
  );

const menuEntries = ({ paymentIntentId, paymentIntentLink }: PaymentLink, href: string): MenuEntry[] => [
  { id: 'open', label: 'Open', href },
  ...(paymentIntentLink === null ? [] : [copyEntry('link', 'Copy link', paymentIntentLink)]),
  copyEntry('copy', 'Copy id', paymentIntentId),
];

interface PaymentLinksPageProps {
  search: PaymentLinkSearch;
  query: PaymentLinkQuery;
  rowHref: (row: PaymentLink) => string;
  onChange: ListChange<PaymentLinkSearch>;
  /** The button in the head opens its form by the address; an empty list has the button too. */
  createLink: (isOpenedByHash: boolean) => ReactNode;
}

/** The payment links of the last 12 months (§2, §9), updated live while they are open. */
export function PaymentLinksPage({ query, rowHref, createLink, ...page }: PaymentLinksPageProps) {
  const found = useFound(paymentLinkListQuery(query), { of: query.applicationId ?? '', search: page.search });
  const canFilter = useCanDo(cancelPaymentLink);
  const context = useMemo(() => ({ rowHref }), [rowHref]);
  const list = {
    ...(canFilter ? paymentLinkList : unfiltered),
    empty: () => ({ ...noLinks, actions: createLink(false) }),
  };
  return (
    <ListPage
      list={list}
      title="Pay by link"
      file={paymentLinkFile(query)}
      actions={createLink(true)}
      {...{ found, context, query, rowHref }}
      {...page}
    />
  );
}
