import type { Currency } from '@volume/contract/money/money.ts';
import type { Revenue } from '@volume/contract/balances/revenue.ts';
import { memo, useState } from 'react';
import { Segmented } from '#design/choose/segmented.tsx';
import { Section } from '#design/layout/section.tsx';
import { dayRangeText } from '#design/days/date-presets.ts';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { currenciesIn, revenueBySteps, type StepOfRevenue, stepOf, takenStatuses, toWirePeriod } from './figures.ts';
import { Figure } from '#features/explain/figure.tsx';
import type { Period } from './span.ts';
import { payInsHref } from '#platform/hrefs.ts';
import { RevenueChart } from './revenue-chart.tsx';

interface RevenueSectionProps {
  revenue: Revenue | undefined;
  now: Period;
  before: Period;
  /** The length of both periods: `31 days`. */
  days: string;
  /** The current UTC day. */
  today: string;
}

export const RevenueSection = memo(function RevenueSection({ revenue, now, before, days, today }: RevenueSectionProps) {
  const [chosen, setChosen] = useState<Currency>('GBP');
  const [isTable, setIsTable] = useState(false);
  const known = revenue ? currenciesIn(revenue) : [chosen];
  const currency = known.includes(chosen) ? chosen : (known[0] ?? chosen);
  const rows = revenue && revenueBySteps(revenue, currency, now, before);
  const unit = stepOf(now) === 1 ? 'day' : 'week';
  const hrefOf = ({ period }: StepOfRevenue) =>
    payInsHref({ ...period, currencies: [currency], paymentStatuses: takenStatuses });
  return (
    <Section
      title={`${currency} by ${unit}`}
      aside={
        <span className="phone:hidden">
          <span
            aria-hidden="true"
            className="mr-1.5 inline-block h-0.5 w-3.5 bg-chart-3 align-middle forced:bg-[CanvasText]"
          />
          Previous {days}
        </span>
      }
      action={
        <span className="flex min-h-[35px] items-center gap-3">
          {known.length > 1 && (
            <Segmented
              label="Currency"
              options={known.map((value) => ({ value, label: value }))}
              value={currency}
              onChange={setChosen}
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
        <RevenueTable {...{ rows, currency, hrefOf, unit, today }} />
      ) : (
        <div className="min-h-[172px]">
          {rows && <RevenueChart steps={rows} {...{ currency, hrefOf, unit, today }} />}
        </div>
      )}
    </Section>
  );
});

interface RevenueTableProps {
  rows: StepOfRevenue[] | undefined;
  currency: Currency;
  hrefOf: (step: StepOfRevenue) => string;
  unit: 'day' | 'week';
  today: string;
}

function RevenueTable({ rows, currency, hrefOf, unit, today }: RevenueTableProps) {
  const sayPeriod = ({ period }: StepOfRevenue) =>
    unit === 'day' ? formatDateTime(period.from, 'UTC', 'date') : dayRangeText(period, today);
  const columns: Column<StepOfRevenue>[] = [
    { id: 'day', header: unit === 'day' ? 'Day, UTC' : 'Week, UTC', card: 'who', cell: sayPeriod },
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
      isRaised: true,
      cell: (row) => (
        <Figure
          of={{ figure: 'RECEIVED', ...toWirePeriod(row.period), currency }}
          name={`Received in ${currency}, ${sayPeriod(row)}`}
          href={hrefOf(row)}
          shows={row.amount}
          align="end"
        >
          <Money minor={row.amount} currency={currency} />
        </Figure>
      ),
    },
  ];
  return (
    <DataTable
      caption={`${unit === 'day' ? 'Days' : 'Weeks'}, ${currency}`}
      columns={columns}
      rows={rows?.toReversed()}
      rowKey={({ period }) => period.from}
      rowHref={hrefOf}
    />
  );
}
