import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BulkItem,
  type BulkJob,
  type BulkKind,
  exportBulkItems,
  stopBulkJob,
} from '@volume/contract/bulk/bulk.ts';
import { useMemo, useState } from 'react';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Meter } from '#design/layout/meter.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { IdText } from '#design/text/id-text.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { Money } from '#design/text/money.tsx';
import { PartError } from '#lists/part-error.tsx';
import { streamed } from '#lists/export/csv-source.ts';
import { Actions, ListBody } from '#lists/list-page.tsx';
import type { List, ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { bulkJobsHref, deliveriesHref, payInHref, payInsHref } from '#platform/hrefs.ts';
import type { Scope } from '#platform/scope.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { BulkButton } from './bulk-button.tsx';
import { type BulkItemSearch, bulkItemSearch } from './bulk-filters.ts';
import { bulkItemsQuery, bulkJobKeys, bulkJobQuery, isUnderWay } from './bulk-queries.ts';
import { countText, itemLabel, jobLabels, nounOf, sumUp, titleOf } from './bulk-labels.ts';
import { Button } from '#design/controls/button.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { useWrite } from '#platform/writes/use-write.ts';

interface ItemContext {
  kind: BulkKind;
}

const dash = <span className="text-ink-3">–</span>;

const itemList: List<BulkItem, BulkItemSearch, ItemContext> = {
  storage: 'bulk_item',
  caption: 'Rows of this job',
  search: bulkItemSearch,
  rowKey: ({ place }) => String(place),
  rowLabel: ({ objectId }) => objectId,
  labels: { state: { PLANNED: 'Waiting', EXCLUDED: 'Left out', DONE: 'Done', FAILED: 'Failed', STOPPED: 'Not done' } },
  empty: () => ({ title: 'No rows' }),
  noMatch: { title: 'No rows with this result', clear: 'Show all rows' },
  columns: [
    {
      id: 'object',
      header: 'Row',
      width: 324,
      card: 'who',
      isFixed: true,
      cell: ({ objectId, reason }) => (
        <>
          <IdText>{objectId}</IdText>
          {reason !== null && (
            <span className="block text-label whitespace-normal text-ink-3 wide:hidden">{reason}</span>
          )}
        </>
      ),
    },
    {
      id: 'result',
      header: 'Result',
      width: 150,
      card: 'state',
      isFixed: true,
      cell: ({ state }, { kind }) => <Tag tone={itemLabel(kind, state).tone}>{itemLabel(kind, state).label}</Tag>,
    },
    {
      id: 'amount',
      header: 'Amount',
      width: 118,
      align: 'end',
      card: 'sum',
      strong: true,
      isShown: ({ kind }) => kind === 'REFUND',
      cell: ({ amount, currency }) =>
        amount === null || currency === null ? dash : <Money minor={amount} currency={currency} />,
    },
    {
      id: 'reason',
      header: 'Reason',
      soft: true,
      cell: ({ reason }) =>
        reason === null ? (
          dash
        ) : (
          <span className="block truncate" title={reason}>
            {reason}
          </span>
        ),
    },
    {
      id: 'done',
      header: 'Done',
      isTime: true,
      width: 136,
      soft: true,
      card: 'when',
      cell: ({ doneAtUtc }, { zone, now }) =>
        doneAtUtc === null ? dash : <DateTime utc={doneAtUtc} zone={zone} now={new Date(now)} />,
    },
  ],
};

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
    list: itemList,
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
        title={job ? titleOf(job) : 'Bulk job'}
        breadcrumbs={[
          { label: 'Pay-ins', href: payInsHref() },
          { label: 'Bulk jobs', href: bulkJobsHref() },
          { label: 'Bulk job' },
        ]}
        aside={job && <Tag tone={jobLabels[job.state].tone}>{jobLabels[job.state].label}</Tag>}
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
    <BulkButton scope={scope} body={{ kind: job.kind, notDoneOf: job.bulkJobId }} disabledReason={reason} size="m">
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
    `${formatCount(done ?? 0)} of ${countText(whole, nounOf(job.kind))} done`,
    failed ? `${formatCount(failed)} failed` : '',
    stopped ? `${formatCount(stopped)} not done` : '',
    excluded ? `${formatCount(excluded)} left out` : '',
  ].filter((each) => each !== '');
  return (
    <div className="mb-6 grid gap-2.5">
      <Meter label="Rows done" value={done ?? 0} second={failed ?? 0} whole={whole} valueText={texts[0] ?? ''} />
      <p className="num m-0 text-label text-ink-2" role="status">
        {texts.join(' · ')}
      </p>
      {job.endReason !== null && <Notice tone="held" title={job.endReason} />}
    </div>
  );
}

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
        description="Finished rows are not undone. The remaining rows are not processed; you can retry them later."
        action="Stop"
        isDangerous
        onConfirm={() => write.run(job.bulkJobId)}
        undone="The job was not stopped."
        unknown="We couldn’t confirm whether it was stopped. The page shows how far it is."
      />
    </>
  );
}
