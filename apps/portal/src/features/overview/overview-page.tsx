import { useQuery } from '@tanstack/react-query';
import { mayViewPayments } from '@volume/contract/access.ts';
import { Segmented } from '#design/choose/segmented.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Columns } from '#design/layout/columns.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { usePermitted } from '#platform/session/use-session.ts';
import type { Scope } from '#platform/scope.ts';
import { PartError } from '#screen/part-error.tsx';
import { AccountBalances } from './account-balances.tsx';
import { LatestPayIns } from './latest-pay-ins.tsx';
import { LatestPayouts } from './latest-payouts.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { revenueQuery, summaryQuery, type OverviewScope } from './overview-queries.ts';
import { FigureStrip } from './revenue/figure-strip.tsx';
import { type Period, periodsOf } from './revenue/period.ts';
import { type Span, spans } from './revenue/span.ts';
import { StatusBreakdown } from './revenue/status-breakdown.tsx';
import { RevenueSection } from './revenue/revenue-section.tsx';

interface OverviewPageProps {
  span: Span;
  /** The UTC day it is. */
  today: string;
  whose: OverviewScope;
  /** Undefined until the application is known. */
  scope: Scope | undefined;
  onSpan: (span: Span) => void;
}

const options = spans.map((value) => ({ value, label: `${value} d` }));

/** What a merchant sees first: what came in, how it compares, what there is, and what needs a person. */
export function OverviewPage({ span, today, whose, scope, onSpan }: OverviewPageProps) {
  const periods = periodsOf(span, today);
  const mayView = usePermitted(mayViewPayments);
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <>
            <span className="text-label text-ink-3">Days in UTC</span>
            <Segmented label="Days" options={options} value={span} onChange={onSpan} />
          </>
        }
      />
      {mayView ? (
        <Revenue {...{ span, whose, scope, today }} {...periods} />
      ) : (
        <>
          <EmptyState title="You don’t have permission to view payments" />
          {scope && <AccountBalances scope={scope} />}
        </>
      )}
    </>
  );
}

type RevenueProps = Omit<OverviewPageProps, 'onSpan'> & { now: Period; before: Period };

function Revenue({ span, whose, scope, today, now, before }: RevenueProps) {
  const summary = useQuery(summaryQuery(whose, now));
  const earlier = useQuery(summaryQuery(whose, before));
  const revenue = useQuery(revenueQuery(whose, { from: before.from, to: now.to }));
  const failed = [summary, earlier, revenue].filter(({ error, data }) => error && !data);
  const retry = () => failed.forEach(({ refetch }) => void refetch());
  return (
    <>
      {failed[0] ? (
        <div className="mb-9">
          <PartError error={failed[0].error} busy={failed.some(({ isFetching }) => isFetching)} onRetry={retry} />
        </div>
      ) : (
        <FigureStrip
          {...{ now, before }}
          days={span}
          summary={summary.data}
          earlier={earlier.data}
          revenue={revenue.data}
        />
      )}
      <Columns
        aside={
          <>
            <NeedsAttention whose={whose} scope={scope} today={today} />
            {scope && <AccountBalances scope={scope} />}
          </>
        }
      >
        {!failed[0] && <RevenueSection revenue={revenue.data} days={span} {...{ now, before }} />}
        <LatestPayIns whose={whose} period={now} />
        {!failed[0] && <StatusBreakdown summary={summary.data} now={now} />}
        {scope && <LatestPayouts scope={scope} period={now} />}
      </Columns>
    </>
  );
}
