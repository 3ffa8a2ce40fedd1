import type { OutboundPayment } from '@volume/contract/payouts.ts';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { Money } from '#design/text/money.tsx';
import type { ListLook } from '#screen/list-table.tsx';
import { StatusTag } from '#domain/status-tag.tsx';
import { moneyOutStatusWord } from '#domain/status-words.ts';
import { kindOf, recipientOf } from './payout-words.ts';

/** The columns of the payout list; who is paid opens the whole story. */
export const payoutColumns = (
  { zone, zoneName, now }: ListLook,
  onOpen: (payout: OutboundPayment) => void,
): Column<OutboundPayment>[] => [
  { id: 'status', header: 'Status', width: 132, card: 'state', cell: ({ status }) => <PayoutTag status={status} /> },
  {
    id: 'amount',
    header: 'Amount',
    width: 128,
    align: 'end',
    card: 'sum',
    strong: true,
    cell: ({ payoutRequestDetails: { amount, currency } }) => <Money minor={amount} currency={currency} />,
  },
  {
    id: 'to',
    header: 'To',
    card: 'who',
    cell: (payout) => (
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
    header: `Created, ${zoneName}`,
    width: 136,
    soft: true,
    card: 'when',
    sort: 'descending',
    cell: ({ createdAtUtc }) => <DateTime utc={createdAtUtc} zone={zone} now={new Date(now)} />,
  },
];

/** A payout's state: a dot and a word. */
export function PayoutTag({ status }: { status: string }) {
  return <StatusTag status={moneyOutStatusWord(status)} />;
}
