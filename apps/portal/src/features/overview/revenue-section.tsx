import type { Currency } from '@volume/contract/money.ts';
import type { Revenue } from '@volume/contract/revenue.ts';
import { useState } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { Money } from '#design/text/money.tsx';
import { currenciesIn, type DayOfRevenue, type Period, revenueByDay, takenStatuses } from './figures.ts';
import { payInsHref } from '#platform/hrefs.ts';
import { RevenueChart } from './revenue-chart.tsx';

interface RevenueSectionProps {
  revenue: Revenue | undefined;
  now: Period;
  before: Period;
  days: string;
}

const dayText = (day: string): string => formatDateTime(day, 'UTC', 'date').replace(/ \d{4}$/, '');

/** Revenue of one currency by day, as bars or as a table. */
export function RevenueSection({ revenue, now, before, days }: RevenueSectionProps) {
  const [wanted, setWanted] = useState<Currency>('GBP');
  const [isTable, setIsTable] = useState(false);
  const [day, setDay] = useState<DayOfRevenue>();
  const known = revenue ? currenciesIn(revenue) : [wanted];
  const currency = known.includes(wanted) ? wanted : (known[0] ?? wanted);
  const rows = revenue && revenueByDay(revenue, currency, now, before);
  const hrefOf = (on: string) =>
    payInsHref({ from: on, to: on, currencies: [currency], paymentStatuses: takenStatuses });
  return (
    <Section
      title={`${currency} by day`}
      aside={
        day && !isTable ? (
          sayDay(day, currency)
        ) : (
          <span className="phone:hidden">
            <span
              aria-hidden="true"
              className="mr-1.5 inline-block h-0.5 w-3.5 bg-chart-3 align-middle forced:bg-[CanvasText]"
            />
            Previous {days} days
          </span>
        )
      }
      action={
        <span className="flex items-center gap-3">
          {known.length > 1 && (
            <Segmented
              label="Currency"
              options={known.map((value) => ({ value, label: value }))}
              value={currency}
              onChange={setWanted}
            />
          )}
          <button
            type="button"
            className="min-h-6 font-medium whitespace-nowrap text-act hover:underline hover:underline-offset-2"
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? 'View as chart' : 'View as table'}
          </button>
        </span>
      }
    >
      {isTable ? (
        <RevenueTable {...{ rows, currency, hrefOf }} />
      ) : (
        <div className="min-h-[172px]">
          {rows && <RevenueChart days={rows} onDay={setDay} {...{ currency, hrefOf, dayText }} />}
        </div>
      )}
    </Section>
  );
}

const sayDay = ({ day, amount, count }: DayOfRevenue, currency: string): string =>
  `${dayText(day)}: ${formatMoney(amount, currency)}, ${formatCount(count)} pay-ins`;

interface RevenueTableProps {
  rows: DayOfRevenue[] | undefined;
  currency: Currency;
  hrefOf: (day: string) => string;
}

function RevenueTable({ rows, currency, hrefOf }: RevenueTableProps) {
  const columns: Column<DayOfRevenue>[] = [
    { id: 'day', header: 'Day, UTC', card: 'who', cell: ({ day }) => formatDateTime(day, 'UTC', 'date') },
    { id: 'count', header: 'Pay-ins', width: 110, align: 'end', card: 'state', cell: (row) => formatCount(row.count) },
    {
      id: 'before',
      header: 'Previous period',
      width: 150,
      align: 'end',
      soft: true,
      cell: ({ before }) => <Money minor={before.amount} currency={currency} />,
    },
    {
      id: 'amount',
      header: 'Received',
      width: 150,
      align: 'end',
      strong: true,
      card: 'sum',
      cell: ({ amount }) => <Money minor={amount} currency={currency} />,
    },
  ];
  return (
    <DataTable
      caption={`Days, ${currency}`}
      columns={columns}
      rows={rows?.toReversed()}
      rowKey={(row) => row.day}
      rowHref={(row) => hrefOf(row.day)}
    />
  );
}
