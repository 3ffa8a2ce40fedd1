import type { FeesOfCurrency } from '@volume/contract/balances/fees.ts';
import { type Currency, sayExact } from '@volume/contract/money/money.ts';
import type { ReactNode } from 'react';
import { dayText } from '#design/days/typed-day.ts';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount } from '#design/text/format-text.ts';
import type { FigureOf } from '#features/explain/explain-search.ts';
import { Figure } from '#features/explain/figure.tsx';

/** The address of the list of some pay-ins of the statement. */
export type FeePaymentsHref = (of: {
  from: string;
  to: string;
  currency: Currency;
  returnedFilter: 'RETURNED' | 'NOT_RETURNED';
}) => string;

interface Row {
  key: string;
  what: string;
  days: string;
  count: string;
  rate: string;
  fee: ReactNode;
  href: string;
  isTotal?: true;
}

interface FeeLinesProps {
  fees: FeesOfCurrency;
  /** The first and the last day of the month. */
  days: { from: string; to: string };
  hrefOf: FeePaymentsHref;
  /** The figure that explains the total. */
  total: FigureOf;
}

/** The fees of a currency, a line for each rate; every line leads to the list of its pay-ins. */
export function FeeLines({ fees, days, hrefOf, total }: FeeLinesProps) {
  return (
    <DataTable
      caption={`Fees in ${fees.currency}`}
      columns={columns}
      rows={rowsOf(fees, days, hrefOf, total)}
      rowKey={({ key }) => key}
      rowHref={({ href }) => href}
      rowLabel={({ what, days: made }) => `${what}, ${made}`}
    />
  );
}

function rowsOf(fees: FeesOfCurrency, month: FeeLinesProps['days'], hrefOf: FeePaymentsHref, of: FigureOf): Row[] {
  const { currency, lines, returned } = fees;
  const daysText = ({ from, to }: FeeLinesProps['days']) => `${dayText(from)} to ${dayText(to)}`;
  return [
    ...lines.map(({ percentage, from, to, count, amount, exactFee }) => ({
      key: from,
      what: `Pay-ins of ${formatMoney(amount, currency)}`,
      days: daysText({ from, to }),
      count: formatCount(count),
      rate: `${percentage}%`,
      fee: sayExact(exactFee, currency),
      href: hrefOf({ from, to, currency, returnedFilter: 'NOT_RETURNED' }),
    })),
    ...(returned.count === 0
      ? []
      : [
          {
            key: 'returned',
            what: `Returned to payers, ${formatMoney(returned.amount, currency)}`,
            days: daysText(month),
            count: formatCount(returned.count),
            rate: '',
            fee: 'No fee',
            href: hrefOf({ ...month, currency, returnedFilter: 'RETURNED' }),
          },
        ]),
    {
      key: 'total',
      what: 'Total',
      days: daysText(month),
      count: formatCount(fees.count),
      rate: '',
      fee: (
        <Figure of={of} name={`Fees in ${currency}`} shows={fees.fee} align="end">
          {formatMoney(fees.fee, currency)}
        </Figure>
      ),
      href: hrefOf({ ...month, currency, returnedFilter: 'NOT_RETURNED' }),
      isTotal: true,
    },
  ];
}

const strong = ({ isTotal }: Row) => (isTotal ? 'font-strong' : '');

const columns: Column<Row>[] = [
  { id: 'what', header: 'For', card: 'who', cell: (row) => <span className={strong(row)}>{row.what}</span> },
  { id: 'days', header: 'Made, UTC days', width: 212, soft: true, card: 'when', cell: ({ days }) => days },
  { id: 'count', header: 'Count', width: 96, align: 'end', soft: true, cell: (row) => row.count },
  { id: 'rate', header: 'Rate', width: 88, align: 'end', soft: true, card: 'state', cell: ({ rate }) => rate },
  {
    id: 'fee',
    header: 'Fee',
    width: 148,
    align: 'end',
    card: 'sum',
    isRaised: true,
    cell: (row) => <span className={strong(row)}>{row.fee}</span>,
  },
];
