import type { Currency } from '@volume/contract/money/money.ts';
import { type PaymentStatus, paymentStatuses } from '@volume/contract/pay-ins/labels.ts';
import type { PaymentsSummary } from '@volume/contract/balances/revenue.ts';
import { memo, type ReactNode } from 'react';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { formatCount, titleCase } from '#design/text/format-text.ts';
import { Money } from '#design/text/money.tsx';
import { StatusTag } from '#features/pay-ins/status-tag.tsx';
import { paymentStatusLabel } from '#features/pay-ins/status-labels.ts';
import { Figure } from '#features/explain/figure.tsx';
import { countPayIns, toWirePeriod } from './figures.ts';
import type { Period } from './span.ts';
import { payInsHref } from '#platform/hrefs.ts';

interface StatusBreakdownProps {
  summary: PaymentsSummary | undefined;
  now: Period;
}

export const StatusBreakdown = memo(function StatusBreakdown({ summary, now }: StatusBreakdownProps) {
  const rows = summary && paymentStatuses.filter((status) => countPayIns(summary, [status]) > 0).toReversed();
  if (rows?.length === 0) return null;
  return (
    <Section title="By status">
      <DataTable
        caption="Pay-ins by status"
        columns={breakdownColumns(summary, now)}
        rows={rows}
        rowKey={(status) => status}
        rowHref={(status) => payInsHref({ ...now, paymentStatuses: [status] })}
        rowLabel={titleCase}
        skeletonRows={3}
      />
    </Section>
  );
});

function breakdownColumns(summary: PaymentsSummary | undefined, now: Period): Column<PaymentStatus>[] {
  const amountText = (status: PaymentStatus, currency: Currency) =>
    summary?.totals.find((total) => total.paymentStatus === status && total.currency === currency)?.amount;
  const count = (status: PaymentStatus) => formatCount(summary ? countPayIns(summary, [status]) : 0);
  const sum = (currency: Currency, card: 'sum' | 'when'): Column<PaymentStatus> => ({
    id: currency,
    header: currency,
    width: 150,
    align: 'end',
    card,
    isRaised: true,
    cell: (status) => {
      const amount = amountText(status, currency);
      if (amount === undefined) return <span className="text-ink-3">–</span>;
      return (
        <StatusFigure {...{ status, now, currency }} shows={amount}>
          <Money minor={amount} currency={currency} />
        </StatusFigure>
      );
    },
  });
  return [
    {
      id: 'status',
      header: 'Status',
      card: 'who',
      cell: (status) => (
        <>
          <StatusTag status={paymentStatusLabel(status)} />
          {/* In a phone's card the count is next to its label. */}
          <span className="num ml-2 wide:hidden">{count(status)}</span>
        </>
      ),
    },
    {
      id: 'count',
      header: 'Pay-ins',
      width: 110,
      align: 'end',
      strong: true,
      isRaised: true,
      cell: (status) => (
        <StatusFigure {...{ status, now }} shows={summary && countPayIns(summary, [status])}>
          {count(status)}
        </StatusFigure>
      ),
    },
    sum('GBP', 'sum'),
    sum('EUR', 'when'),
  ];
}

interface StatusFigureProps {
  status: PaymentStatus;
  now: Period;
  currency?: Currency;
  shows: number | undefined;
  children: ReactNode;
}

function StatusFigure({ status, now, currency, shows, children }: StatusFigureProps) {
  return (
    <Figure
      of={{ figure: 'PAY_INS', ...toWirePeriod(now), paymentStatuses: status, currency }}
      name={`${titleCase(status)} pay-ins${currency === undefined ? '' : ` in ${currency}`}`}
      href={payInsHref({ ...now, paymentStatuses: [status], currencies: currency && [currency] })}
      align="end"
      shows={shows}
    >
      {children}
    </Figure>
  );
}
