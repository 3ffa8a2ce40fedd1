import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mayViewPayments } from '@volume/contract/access.ts';
import { mostDays } from '@volume/contract/screens/screen-calls.ts';
import { Button } from '#design/controls/button.tsx';
import { Segmented } from '#design/choose/segmented.tsx';
import { addDays, type DayRange, dayRangeText, rangeText } from '#design/days/date-presets.ts';
import { daysText } from '#design/days/days-text.ts';
import { DateRangeFilter } from '#design/filter/date-range-filter.tsx';
import { toast } from '#design/overlay/toast.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Columns } from '#design/layout/section.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { usePermitted } from '#platform/session/use-session.ts';
import { everPaidQuery } from '#platform/queries/ever-paid-query.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { overviewKeys, webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { Age } from '#features/balances/refresh.tsx';
import { PartError } from '#lists/part-error.tsx';
import { FirstSteps, useFirstSteps } from '#features/overview/first-steps/first-steps.tsx';
import { AccountBalances } from './account-balances.tsx';
import { LatestPayIns, LatestPayouts } from './latest.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { latestPayInsQuery, type OverviewScope, revenueQuery, summaryQuery } from './overview-queries.ts';
import { FailuresSection } from './failures-section.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { countPayIns } from './figures.ts';
import { type Period, type PeriodChoice, spans, toPeriods } from './span.ts';
import { StatusBreakdown } from './status-breakdown.tsx';
import { RevenueSection } from './revenue-section.tsx';
import { useEffect, useRef } from 'react';
import { liveInterval, onLiveChange } from '#lists/live/live-interval.ts';

interface OverviewPageProps {
  choice: PeriodChoice;
  /** The current UTC day. */
  today: string;
  owner: OverviewScope;
  scope: Scope | undefined;
  onChoice: (choice: PeriodChoice) => void;
}

const options: { value: (typeof spans)[number] | ''; label: string }[] = spans.map((value) => ({
  value,
  label: `${value} d + today`,
}));

export function OverviewPage(props: OverviewPageProps) {
  if (usePermitted(mayViewPayments)) return <PermittedOverview {...props} {...toPeriods(props.choice, props.today)} />;
  return (
    <>
      <PageHeader title="Overview" />
      <EmptyState
        title="You don’t have permission to view payments"
        detail="Ask an administrator to change your permissions."
      />
    </>
  );
}

type PeriodProps = OverviewPageProps & ReturnType<typeof toPeriods>;

/** The figures or, as long as the merchant was never paid, the first steps instead of zeros and of the choice of a period. */
function PermittedOverview(props: PeriodProps) {
  const { owner, scope, today, now, before } = props;
  const figures = useFigures(owner, { now, before });
  const steps = useFirstSteps(scope?.merchantId);
  useLiveOverview(owner, now);
  const hasFailed = listFailed(figures).length > 0;
  const isNew = steps.isShown && scope !== undefined && !hasFailed && figures.hasPayIn === false;
  // A merchant with payments in the 30 days before needs no first steps.
  const isOld =
    now.from <= addDays(today, -30) && figures.earlier.data !== undefined && countPayIns(figures.earlier.data) > 0;
  const { isShown, leave } = steps;
  useEffect(() => {
    if (isOld && isShown) leave('done');
  }, [isOld, isShown, leave]);
  return (
    <>
      <PageHeader
        title="Overview"
        aside={isNew ? undefined : <span className="printed" title={periodText(props)} />}
        actions={isNew ? undefined : <PeriodActions {...props} />}
      />
      <Revenue {...props} {...{ figures, steps, isNew }} />
    </>
  );
}

function PeriodActions({ choice, today, now, onChoice }: PeriodProps) {
  const isOwn = choice.from !== undefined;
  const choose = ({ from, to }: DayRange) => {
    const earliest = addDays(to, 1 - mostDays);
    if (from < earliest)
      toast.bad(
        `The overview shows ${mostDays} days at most`,
        `It begins on ${dayRangeText({ from: earliest, to: earliest }, '')}.`,
      );
    onChoice({ from: from < earliest ? earliest : from, to });
  };
  return (
    <>
      <DateRangeFilter
        label="Days"
        {...now}
        today={today}
        valueText={`${rangeText(now, today)}, UTC`}
        onApply={choose}
        onRemove={isOwn ? () => onChoice({}) : undefined}
      />
      <Segmented
        label="Days before today"
        options={options}
        value={isOwn ? '' : (choice.days ?? '30')}
        onChange={(days) => onChoice(days === '' || days === '30' ? {} : { days })}
      />
    </>
  );
}

const periodText = ({ now, before }: ReturnType<typeof toPeriods>): string =>
  `${daysText(now)}, compared with ${daysText(before)}, UTC days`;

interface RevenueProps extends PeriodProps {
  figures: ReturnType<typeof useFigures>;
  steps: ReturnType<typeof useFirstSteps>;
  isNew: boolean;
}

function Revenue({ days, owner, scope, today, now, before, figures, steps, isNew }: RevenueProps) {
  const { summary, earlier, revenue, hasPayIn } = figures;
  const failed = listFailed(figures);
  const retry = () => failed.forEach(({ refetch }) => void refetch());
  const firstSteps = steps.isShown && scope && !failed[0] && (
    <FirstSteps {...{ scope, hasPayIn }} onGone={steps.leave} />
  );
  const balances = scope && <AccountBalances scope={scope} />;
  if (isNew) return <Columns aside={balances}>{firstSteps}</Columns>;
  return (
    <>
      {failed[0] ? (
        <div className="mb-9">
          <PartError error={failed[0].error} busy={failed.some(({ isFetching }) => isFetching)} onRetry={retry} />
        </div>
      ) : (
        <>
          <FigureStrip
            {...{ now, before, days }}
            summary={hasPayIn === undefined ? undefined : summary.data}
            earlier={earlier.data}
            revenue={revenue.data}
          />
          {/* In the gap between the figures and the next section, so that it adds no height. */}
          <p className="m-0 -mt-6 mb-1 min-h-5 text-right text-label text-ink-3">
            {summary.data && <Age readAt={summary.dataUpdatedAt} />}
          </p>
        </>
      )}
      <Columns
        first="aside"
        aside={
          <>
            {/* Its heading is level with that of the chart next to it, which has buttons. */}
            <div className="@min-[781px]:[&_header]:min-h-[35px]">
              <NeedsAttention owner={owner} scope={scope} today={today} />
            </div>
            {balances}
            {firstSteps}
            {steps.isDismissed && (
              <Button variant="quiet" size="s" onClick={steps.restore}>
                Show first steps
              </Button>
            )}
          </>
        }
      >
        {!failed[0] && <RevenueSection revenue={revenue.data} {...{ now, before, days, today }} />}
        <LatestPayIns owner={owner} period={now} />
        {!failed[0] && <StatusBreakdown summary={summary.data} now={now} />}
        {summary.data && <FailuresSection failed={countPayIns(summary.data, ['FAILED'])} {...{ owner, now }} />}
        {scope && <LatestPayouts scope={scope} period={now} />}
      </Columns>
    </>
  );
}

/** The data for the figures. Asks whether there was ever a pay-in only when both periods have none. */
function useFigures(owner: OverviewScope, { now, before }: { now: Period; before: Period }) {
  const summary = useQuery(summaryQuery(owner, now));
  const earlier = useQuery(summaryQuery(owner, before));
  const revenue = useQuery(revenueQuery(owner, { from: before.from, to: now.to }));
  const counted = summary.data && earlier.data && countPayIns(summary.data) + countPayIns(earlier.data);
  const ever = useQuery({ ...everPaidQuery(owner), enabled: counted === 0 });
  const everPaid = ever.data && ever.data.totalElements > 0;
  const hasPayIn = counted === 0 ? everPaid : counted === undefined ? undefined : true;
  return { summary, earlier, revenue, ever, hasPayIn };
}

const listFailed = ({ summary, earlier, revenue, ever }: ReturnType<typeof useFigures>) =>
  [summary, earlier, revenue, ever].filter(({ error, data }) => error && !data);

/** Changes without a new pay-in, such as settled or held money, appear within this time. */
const allAgainMs = 60_000;

const kinds = ['payments'] as const;

/** Polls the newest pay-ins and refetches all figures when they change, and every minute. Stops on an error. */
function useLiveOverview(owner: OverviewScope, period: Period): void {
  const queryClient = useQueryClient();
  const latest = useQuery({
    ...latestPayInsQuery(owner, period),
    refetchInterval: ({ state: { error } }) => (error ? false : liveInterval(kinds)),
    refetchOnWindowFocus: 'always',
  });
  const { data, dataUpdatedAt, refetch } = latest;
  const seen = useRef({ data, at: dataUpdatedAt });
  useEffect(() => onLiveChange(kinds, () => void refetch()), [refetch]);
  useEffect(() => {
    const { data: before, at } = seen.current;
    const isOther = before !== data;
    if (!isOther && dataUpdatedAt - at < allAgainMs) return;
    seen.current = { data, at: dataUpdatedAt };
    if (!before) return;
    void queryClient.invalidateQueries({
      queryKey: overviewKeys.all,
      predicate: ({ state }) => state.data !== data,
    });
    invalidate(queryClient, webhookDeliveryKeys.all);
  }, [data, dataUpdatedAt, queryClient]);
}
