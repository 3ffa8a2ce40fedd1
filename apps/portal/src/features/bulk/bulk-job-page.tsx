import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type BulkItem, type BulkJob, exportBulkItems, stopBulkJob } from '@volume/contract/bulk/bulk.ts';
import { bulkItemStates } from '@volume/contract/bulk/labels.ts';
import { refundReasons } from '@volume/contract/pay-ins/refund-reasons.ts';
import { useMemo, useState } from 'react';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Meter } from '#design/layout/meter.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { Money } from '#design/text/money.tsx';
import { personText } from '#design/text/person-text.ts';
import { Figure } from '#features/explain/figure.tsx';
import { PartError } from '#lists/part-error.tsx';
import { streamed } from '#lists/export/csv-source.ts';
import { Actions, ListBody } from '#lists/list-page.tsx';
import type { ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { bulkJobsHref, deliveriesHref, payInHref, payInsHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { BulkButton } from './bulk-button.tsx';
import type { BulkItemSearch } from './bulk-filters.ts';
import { bulkItemsQuery, bulkJobKeys, bulkJobQuery, isUnderWay } from './bulk-queries.ts';
import { bulkItemList } from './bulk-item-list.tsx';
import { countText, headingOf, jobLabels, progressText, sumUp } from './bulk-labels.ts';
import { Button } from '#design/controls/button.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { refundReasonLabel } from '#forms/refund-reasons.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

interface BulkJobPageProps {
  scope: Scope;
  bulkJobId: string;
  search: BulkItemSearch;
  onChange: ListChange<BulkItemSearch>;
}

export function BulkJobPage({ scope, bulkJobId, search, onChange }: BulkJobPageProps) {
  const { data: job, error, isFetching, refetch } = useQuery(bulkJobQuery(scope, bulkJobId));
  const isOpen = job !== undefined && isUnderWay(job);
  const found = useFound(bulkItemsQuery(scope, bulkJobId, search, isOpen));
  const kind = job?.kind ?? 'REFUND';
  const context = useMemo(() => ({ kind }), [kind]);
  const list = {
    list: bulkItemList,
    title: 'Bulk job',
    file: { name: 'bulk-job', source: streamed(exportBulkItems, { params: { ...scope, bulkJobId }, query: {} }) },
    rowHref: ({ objectId }: BulkItem) =>
      kind === 'REFUND' ? payInHref(objectId) : deliveriesHref({ delivery: objectId }),
    found,
    context,
    search,
    onChange,
  };
  return (
    <>
      <PageHeader
        title={job ? headingOf(job) : 'Bulk job'}
        breadcrumbs={[
          { label: 'Pay-ins', href: payInsHref() },
          { label: 'Bulk jobs', href: bulkJobsHref() },
          { label: 'Bulk job' },
        ]}
        aside={
          job &&
          job.state !== 'DONE' && (
            <Tag tone={lookOf(jobLabels, job.state).tone}>{lookOf(jobLabels, job.state).label}</Tag>
          )
        }
        actions={
          <>
            {job && <JobActions {...{ scope, job }} />}
            <Actions {...list} />
          </>
        }
      />
      {error && !job && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!error && !job && <Skeleton width="100%" />}
      {job && <Progress job={job} />}
      {(job ?? !error) && <ListBody {...list} />}
    </>
  );
}

function JobActions({ scope, job }: { scope: Scope; job: BulkJob }) {
  const reason = useChangeDisabledReason();
  const { count } = sumUp(job, 'FAILED', 'STOPPED');
  if (isUnderWay(job)) return <StopButton {...{ scope, job, reason }} />;
  if (count === 0) return null;
  return (
    <BulkButton
      scope={scope}
      body={{ kind: job.kind, notDoneOf: job.bulkJobId }}
      details={typedDetails(job)}
      disabledReason={reason}
      size="m"
    >
      Retry {countText(count, 'row')}…
    </BulkButton>
  );
}

function Progress({ job }: { job: BulkJob }) {
  const whole = sumUp(job, 'PLANNED', 'DONE', 'FAILED', 'STOPPED').count;
  const [done, failed, stopped, excluded] = (['DONE', 'FAILED', 'STOPPED', 'EXCLUDED'] as const).map(
    (state) => sumUp(job, state).count,
  );
  const texts = [
    progressText(job),
    failed ? `${formatCount(failed)} failed` : '',
    stopped ? `${formatCount(stopped)} not done` : '',
    excluded ? `${formatCount(excluded)} left out` : '',
  ].filter((each) => each !== '');
  return (
    <div className="mb-6 grid gap-2.5">
      <Meter label="Rows done" value={done ?? 0} second={failed ?? 0} whole={whole} valueText={texts[0] ?? ''} />
      <p className="num m-0 text-label text-ink-2" role="status">
        <Figure of={{ figure: 'BULK_JOB', bulkJobId: job.bulkJobId }} name="Rows of this bulk job">
          {texts.join(' · ')}
        </Figure>
      </p>
      <Amounts job={job} />
      <JobFacts job={job} />
      {job.endReason !== null && <Notice tone="held" title={job.endReason} />}
    </div>
  );
}

/** The sum of all the job's rows in each currency, including those that failed. */
function Amounts({ job }: { job: BulkJob }) {
  const { totals } = sumUp(job, ...bulkItemStates);
  if (totals.length === 0) return null;
  return (
    <p className="num m-0 flex flex-wrap gap-x-5 text-label">
      {totals.map(({ amount, currency }) => (
        <span key={currency} className="flex gap-1.5">
          <span className="text-ink-3">Amount of all rows</span>
          <Figure
            of={{ figure: 'BULK_JOB', bulkJobId: job.bulkJobId, currency }}
            name={`Rows in ${currency}`}
            shows={amount}
          >
            <Money minor={amount} currency={currency} />
          </Figure>
        </span>
      ))}
    </p>
  );
}

/** Who started the job, and the reason and reference of its refunds. */
function JobFacts({ job }: { job: BulkJob }) {
  const { refundPaymentReference: reference, refundReason: reason, refundReasonNote: note } = job;
  const facts = [
    { term: 'Started by', detail: personText(job, 'createdBy') },
    { term: 'Reference', detail: reference },
    { term: 'Reason', detail: reason && refundReasonLabel(reason) },
    { term: 'Note', detail: note },
  ].filter(({ detail }) => detail);
  return (
    <dl className="m-0 flex flex-wrap gap-x-5 gap-y-1 text-label">
      {facts.map(({ term, detail }) => (
        <div key={term} className="flex gap-1.5">
          <dt className="text-ink-3">{term}</dt>
          <dd className="m-0 [overflow-wrap:anywhere]">
            <bdi>{detail}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A job's details as its form has them. */
const typedDetails = ({ refundPaymentReference, refundReason, refundReasonNote }: BulkJob) => ({
  refundPaymentReference: refundPaymentReference ?? '',
  refundReason: refundReasons.find((each) => each === refundReason) ?? ('' as const),
  refundReasonNote: refundReasonNote ?? '',
});

interface StopButtonProps {
  scope: Scope;
  job: BulkJob;
  reason: string | undefined;
}

/** Stops a job before its next row, after a confirmation. */
function StopButton({ scope, job, reason }: StopButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const close = () => setIsOpen(false);
  const write = useWrite(
    (bulkJobId: string) => call(stopBulkJob, { params: { ...scope, bulkJobId } }),
    () => {
      close();
      invalidate(queryClient, bulkJobKeys.of(scope));
    },
  );
  return (
    <>
      <Button disabledReason={reason} onClick={() => setIsOpen(true)}>
        Stop…
      </Button>
      <ConfirmDialog
        {...{ isOpen, write }}
        onClose={close}
        title="Stop this job"
        description="Completed items are kept. Items not yet started will be skipped; you can retry them later."
        action="Stop"
        isDangerous
        onConfirm={() => write.run(job.bulkJobId)}
        undone="The job was not stopped."
        unknown="We couldn’t confirm whether it was stopped. The page shows how far it is."
      />
    </>
  );
}
