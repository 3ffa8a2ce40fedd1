import { exportPayouts, type OutboundPayment } from '@volume/contract/payouts.ts';
import { LinkButton } from '#design/controls/link-button.tsx';
import { rangeText } from '#design/days/date-presets.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import { streamedCsv } from '#lists/export/csv-source.ts';
import type { List } from '#lists/list.ts';
import { balancesHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { StatusTag } from '#domain/status-tag.tsx';
import { moneyOutStatusWord } from '#domain/status-words.ts';
import { type PayoutSearch, payoutSearch } from './payout-filters.ts';
import type { PayoutQuery } from './payout-list-query.ts';
import { kindOf, recipientOf } from './payout-words.ts';

interface PayoutContext {
  /** Opens the whole story. */
  onOpen: (payout: OutboundPayment) => void;
}

/** The payout list: its columns and words; its filters are in payout-filters.ts. */
export const payoutList: List<OutboundPayment, PayoutSearch, PayoutContext> = {
  storage: 'payout',
  search: payoutSearch,
  rowKey: ({ payoutPaymentId }) => payoutPaymentId,
  views: [{ name: 'All payouts', search: '' }],
  empty: (search, today) => ({
    title: `No ${search.currency ?? 'GBP'} payouts, ${rangeText(payoutSearch.daysOf(search, today) ?? {}, today) ?? 'any day'}`,
    detail: 'Payouts from your virtual accounts appear here, manual and scheduled.',
    actions: (
      <LinkButton variant="quiet" href={balancesHref()}>
        Go to balances
      </LinkButton>
    ),
  }),
  columns: [
    {
      id: 'status',
      header: 'Status',
      width: 132,
      card: 'state',
      isFixed: true,
      cell: ({ status }) => <StatusTag status={moneyOutStatusWord(status)} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 128,
      align: 'end',
      card: 'sum',
      strong: true,
      isFixed: true,
      cell: ({ payoutRequestDetails: { amount, currency } }) => <Money minor={amount} currency={currency} />,
    },
    {
      id: 'to',
      header: 'To',
      card: 'who',
      isFixed: true,
      cell: (payout, { onOpen }) => (
        <button
          type="button"
          className="row-link block max-w-full truncate text-left font-medium"
          aria-haspopup="dialog"
          onClick={() => onOpen(payout)}
        >
          <bdi>{recipientOf(payout.payoutRequestDetails.destination)}</bdi>
        </button>
      ),
    },
    {
      id: 'reference',
      header: 'Reference',
      width: 184,
      mono: true,
      cell: ({ payoutRequestDetails: { reference } }) =>
        reference ? <IdText>{reference}</IdText> : <span className="text-ink-3">–</span>,
    },
    { id: 'type', header: 'Type', width: 104, soft: true, cell: ({ type }) => kindOf(type) },
    {
      id: 'created',
      header: 'Created',
      isTime: true,
      width: 136,
      soft: true,
      card: 'when',
      sort: 'descending',
      cell: ({ createdAtUtc }, { zone, now }) => <DateTime utc={createdAtUtc} zone={zone} now={new Date(now)} />,
    },
  ],
};

/** Every payout by the filters of a list's query, whatever page is shown. */
export const payoutFile = (scope: Scope, { page: _page, size: _size, ...query }: PayoutQuery) => ({
  name: `payouts-${query.currency}`,
  source: streamedCsv(exportPayouts, { params: scope, query }),
});
