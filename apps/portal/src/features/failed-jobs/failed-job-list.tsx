import type { FailedJob } from '@volume/contract/failed-jobs/failed-jobs.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { jobKindOf } from '@volume/contract/failed-jobs/job-kinds.ts';
import { Tag } from '#design/feedback/tag.tsx';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import { dash, timeCell } from '#design/table/cells.tsx';
import { actionsColumn } from '#design/table/column.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatCount } from '#design/text/format-text.ts';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import type { List, ListTime } from '#lists/list.ts';
import { adminMerchantHref, adminPaymentHref, payoutsHref } from '#platform/hrefs.ts';
import { openMerchant } from '#platform/session/session.ts';
import { type FailedJobSearch, failedJobSearch } from './failed-job-filters.ts';
import { discardDisabledReason, kindLabels, putBack, retryDisabledReason, stateLabels } from './failed-job-labels.ts';
import type { Decision } from './failed-jobs-query.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

export interface FailedJobContext {
  /** Why nothing can be changed; undefined when it can. */
  disabledReason: string | undefined;
  onAsk: (decision: Decision) => void;
  /** Those whose payouts can be opened; undefined until they are loaded. */
  merchants: readonly Merchant[] | undefined;
}

export const failedJobList: List<FailedJob, FailedJobSearch, FailedJobContext> = {
  storage: 'failed_job',
  caption: 'Jobs whose last try failed',
  search: failedJobSearch,
  rowKey: ({ jobId }) => jobId,
  skeletonRows: 5,
  labels: {
    state: Object.fromEntries(Object.entries(stateLabels).map(([state, { label }]) => [state, label])),
    kind: kindLabels,
  },
  views: [
    { name: 'All failed jobs', search: '' },
    { name: 'Needs a decision', search: '?state=DEAD' },
    { name: 'Retrying', search: '?state=RETRYING' },
  ],
  empty: () => ({ title: 'No failed jobs', detail: 'Every job has run, or waits for its time.' }),
  noMatch: { title: 'No failed jobs match these filters', clear: 'Show all failed jobs' },
  columns: [
    { id: 'kind', header: 'Job', width: 212, card: 'who', isFixed: true, cell: kindCell },
    { id: 'about', header: 'About', width: 170, givesWay: 3, card: 'when', isRaised: true, cell: aboutCell },
    { id: 'state', header: 'State', width: 158, card: 'state', cell: stateCell },
    {
      id: 'failures',
      header: 'Failures',
      width: 80,
      givesWay: 1,
      align: 'end',
      cell: ({ failures }) => <span className="num">{formatCount(failures)}</span>,
    },
    { id: 'error', header: 'Last error', mono: true, cell: errorCell },
    { id: 'times', header: 'First failed', isTime: true, width: 150, givesWay: 2, soft: true, cell: timesCell },
    { ...actionsColumn, width: 48, card: 'sum', isFixed: true, cell: actionsCell },
  ],
};

/** The id is the one in the log. */
function kindCell({ kind, jobId, lastError }: FailedJob) {
  const { label } = jobKindOf(kind);
  return (
    <span className="block min-w-0 leading-[1.25]">
      <span className="block truncate font-medium" title={label}>
        {label}
      </span>
      <span className="block truncate text-s text-ink-3" title={jobId}>
        {IdText({ children: jobId })}
      </span>
      <span className="block text-s whitespace-normal text-ink-3 [overflow-wrap:anywhere] wide:hidden">
        {lastError}
      </span>
    </span>
  );
}

function aboutCell(job: FailedJob, { merchants }: FailedJobContext) {
  const { merchantId, merchantName, subject } = job;
  if (merchantId === null) return <span className="text-ink-3">The platform</span>;
  return (
    <span className="flex min-w-0 gap-2.5">
      <span className="truncate">
        {TextLink({ href: adminMerchantHref(merchantId), children: <bdi>{merchantName ?? merchantId}</bdi> })}
      </span>
      {subject && (
        <span className="shrink-0 text-ink-3" title={subject.id}>
          {subject.kind === 'PAYMENT'
            ? TextLink({ href: adminPaymentHref(subject.id), children: 'Payment' })
            : payoutLink(
                subject,
                merchants?.find((each) => each.merchantId === merchantId),
              )}
        </span>
      )}
    </span>
  );
}

/** Payouts are on the merchant's own pages, which an administrator enters first. */
function payoutLink({ id, applicationId }: NonNullable<FailedJob['subject']>, merchant: Merchant | undefined) {
  if (!merchant || applicationId === undefined) return <>Payout {IdText({ children: id, short: 13 })}</>;
  const href = payoutsHref({ applicationId, payout: id });
  return TextLink({ href, onClick: () => openMerchant(merchant), children: 'Payout' });
}

function stateCell({ state, failures, isRunning, nextTryAtUtc }: FailedJob, { zone, now }: ListTime) {
  const { label, tone } = failures === 0 ? putBack : lookOf(stateLabels, state);
  const next = nextTryAtUtc === null ? undefined : formatDateTime(nextTryAtUtc, zone, 'row', new Date(now));
  return (
    <span className="block min-w-0 leading-[1.25]">
      {Tag({ tone: isRunning ? 'move' : tone, children: isRunning ? 'Running now' : label })}
      {next !== undefined && !isRunning && <span className="num block text-s text-ink-3">{`next try ${next}`}</span>}
    </span>
  );
}

function errorCell({ lastError }: FailedJob) {
  if (lastError === null) return dash;
  return (
    <span
      className="line-clamp-2 text-label whitespace-normal leading-[1.25] [overflow-wrap:anywhere]"
      title={lastError}
    >
      {lastError}
    </span>
  );
}

function timesCell({ firstFailedAtUtc: first, lastFailedAtUtc: last }: FailedJob, time: ListTime) {
  return (
    <span className="num block min-w-0 leading-[1.25]">
      {first === null ? dash : timeCell(first, time)}
      {last !== null && last !== first && (
        <span className="block text-s text-ink-3">
          {`last ${formatDateTime(last, time.zone, 'row', new Date(time.now))}`}
        </span>
      )}
    </span>
  );
}

function actionsCell(job: FailedJob, { disabledReason, onAsk }: FailedJobContext) {
  const reason = disabledReason ?? retryDisabledReason(job);
  return (
    <RowMenu
      label={`Actions for ${jobKindOf(job.kind).label} ${job.jobId}`}
      entries={[
        {
          id: 'retry',
          label: 'Retry now…',
          disabledReason: reason,
          onSelect: () => onAsk({ action: 'retry', job }),
        },
        {
          id: 'discard',
          label: 'Discard…',
          tone: 'bad',
          disabledReason: reason ?? discardDisabledReason(job),
          onSelect: () => onAsk({ action: 'discard', job }),
        },
      ]}
    />
  );
}
