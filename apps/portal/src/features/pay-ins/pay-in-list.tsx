import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '#design/controls/link-button.tsx';
import { dash, idCell, nameCell } from '#design/table/cells.tsx';
import { actionsColumn } from '#design/table/column.ts';
import { amountColumn, timeColumn } from '#lists/list-table.tsx';
import { exportPayIns, type PayInQuery, type PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { Menu, type OpenMenu } from '#design/overlay/menu.tsx';
import { copyEntry, RowMenu } from '#design/overlay/row-menu.tsx';
import { OfferSamples } from '#features/sample-payments/offer-samples.tsx';
import { streamed } from '#lists/export/csv-source.ts';
import type { List } from '#lists/list.ts';
import { payInsHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { useEverPaid } from '#platform/queries/ever-paid-query.ts';
import { useSession } from '#platform/session/use-session.ts';
import { paymentStatusLabel } from './status-labels.ts';
import { type AdminPayInSearch, adminPayInSearch, type PayInSearch, payInSearch } from './pay-in-filters.ts';
import { StatusChoices } from './status-choices.tsx';
import { PayInTags } from './status-tag.tsx';
import { cellTexts, payerName, payInLabels, riskLabels } from './pay-in-labels.ts';
import { useRefund, useRefundDisabledReason } from './refund.tsx';

export interface PayInContext {
  rowHref: (row: PaymentListItem) => string;
  /** The merchant's name, for lists that span merchants. */
  merchantName?: ((row: PaymentListItem) => string | null) | undefined;
}

/** Links to the same search in the merchant's other applications, because the list shows only one at a time. */
function OtherApplications({ search }: { search: PayInSearch }) {
  const session = useSession();
  const merchantId = session.kind === 'none' ? undefined : session.merchantId;
  const { data } = useQuery({ ...merchantQuery(merchantId ?? ''), enabled: merchantId !== undefined });
  const others = data?.applications.filter(({ applicationId }) => applicationId !== search.applicationId) ?? [];
  return others.slice(0, 3).map(({ applicationId, applicationName }) => (
    <LinkButton key={applicationId} href={payInsHref({ ...search, page: undefined, applicationId })}>
      Search in {applicationName}
    </LinkButton>
  ));
}

const empty = {
  title: 'No pay-ins in the last 30 days and today',
  detail: 'Payments appear here as soon as a shopper starts one.',
};

export const payInList: List<PaymentListItem, PayInSearch, PayInContext> = {
  storage: 'pay_in',
  savedViews: 'pay-ins',
  live: { noun: 'pay-in', kinds: ['payments'], timeOf: ({ createdAt }) => createdAt },
  search: payInSearch,
  rowKey: ({ paymentId }) => paymentId,
  rowLabel: (row) => `${paymentStatusLabel(row.paymentStatus).label}, ${payerName(row) ?? 'no payer name'}`,
  labels: { riskCategory: riskLabels },
  editors: { paymentStatuses: StatusChoices },
  views: [
    { name: 'All pay-ins', search: '' },
    { name: 'Held', search: '?heldFilter=HELD' },
    { name: 'High risk', search: '?riskCategory=HIGH' },
    { name: 'Failed', search: '?paymentStatuses=FAILED' },
  ],
  empty: ({ applicationId }) => ({ ...empty, actions: <OfferSamples applicationId={applicationId} /> }),
  EarlierRows: ({ search, children }) => (useEverPaid(search.applicationId) === true ? children : null),
  noMatch: {
    title: 'No pay-ins match these filters',
    clear: 'Clear all',
    elsewhere: (search) => search.searchFilter && <OtherApplications search={search} />,
  },
  columns: [
    {
      id: 'status',
      header: 'Status',
      width: 96,
      card: 'state',
      isFixed: true,
      cell: (row) => PayInTags({ labels: payInLabels(row) }),
    },
    amountColumn({ sumOf: ({ paymentRequest }) => paymentRequest }),
    {
      id: 'payer',
      header: 'Payer',
      card: 'who',
      fits: true,
      cell: (row) => nameCell(cellTexts.payer(row)),
    },
    {
      id: 'merchant',
      header: 'Merchant',
      card: 'more',
      isShown: ({ merchantName }) => merchantName !== undefined,
      fits: true,
      cell: (row, { merchantName }) => nameCell(merchantName?.(row)),
    },
    {
      id: 'reference',
      header: 'Reference',
      width: 164,
      mono: true,
      givesWay: 4,
      cell: (row) => idCell(cellTexts.reference(row)),
    },
    {
      id: 'order',
      header: 'Order',
      width: 64,
      mono: true,
      soft: true,
      givesWay: 2,
      cell: (row) => idCell(cellTexts.order(row)),
    },
    { id: 'type', header: 'Type', width: 64, soft: true, givesWay: 1, cell: cellTexts.type },
    { id: 'risk', header: 'Risk', width: 64, givesWay: 3, cell: riskCell },
    timeColumn({ id: 'created', header: 'Created', width: 116, timeOf: (row) => row.createdAt }),
    {
      ...actionsColumn,
      width: 44,
      isFixed: true,
      cell: (row, { rowHref }) => (
        <RowMenu>{(menu) => <PayInMenu row={row} href={rowHref(row)} menu={menu} />}</RowMenu>
      ),
    },
  ],
};

const { EarlierRows: _ofOneMerchant, ...shared } = payInList;

export const adminPayInList: List<PaymentListItem, AdminPayInSearch, PayInContext> = {
  ...shared,
  search: adminPayInSearch,
  empty: () => empty,
};

export const payInFile = ({ page: _page, size: _size, ...query }: PayInQuery) => ({
  name: 'pay-ins',
  source: streamed(exportPayIns, { query }),
});

function riskCell(row: PaymentListItem) {
  const label = cellTexts.risk(row);
  return label === null ? dash : <span className={cellTexts.riskClass(row) ?? ''}>{label}</span>;
}

function PayInMenu({ row, href, menu }: { row: PaymentListItem; href: string; menu: OpenMenu }) {
  const reason = useRefundDisabledReason(row);
  const { ask, dialog } = useRefund(row);
  return (
    <>
      <Menu
        {...menu}
        entries={[
          { id: 'open', label: 'Open', href },
          copyEntry('copy', 'Copy id', row.paymentId),
          { id: 'refund', label: 'Refund…', onSelect: ask, disabledReason: reason },
        ]}
      />
      {dialog}
    </>
  );
}
