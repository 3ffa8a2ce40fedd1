import { useQuery } from '@tanstack/react-query';
import { bulkResendsPerMinute } from '@volume/contract/bulk/labels.ts';
import {
  type BulkGroup,
  type BulkJob,
  type BulkKind,
  listBulkItems,
  type NewBulkJob,
  prepareBulkJob,
  startBulkJob,
} from '@volume/contract/bulk/bulk.ts';
import { useState } from 'react';
import { LinkButton } from '#design/controls/link-button.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { IdText } from '#design/text/id-text.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { bulkJobHref, bulkJobsHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { bulkJobKeys } from './bulk-queries.ts';
import { countText, nounOf, sumUp, totalsText } from './bulk-labels.ts';

interface BulkDialogProps {
  scope: Scope;
  body: NewBulkJob;
  /** Counts how often it was opened; each time it checks the rows again, as some may have been processed since. */
  opening: number;
  isOpen: boolean;
  onClose: () => void;
  onStarted?: (() => void) | undefined;
}

/** Shows the dry run of each row, then starts exactly that job. */
export function BulkDialog({ scope, body, opening, isOpen, onClose, onStarted }: BulkDialogProps) {
  const [started, setStarted] = useState<BulkJob>();
  const { data: job, error } = useDryRun({ scope, body, opening, isOpen: isOpen && started === undefined });
  const write = useWrite(
    (bulkJobId: string, extras) => call(startBulkJob, { params: { ...scope, bulkJobId }, ...extras }),
    setStarted,
  );
  const close = () => {
    onClose();
    if (started) onStarted?.();
    setStarted(undefined);
  };
  const { count, totals } = job ? sumUp(job, 'PLANNED') : { count: 0, totals: [] };
  const sum = totalsText(totals);
  const verb = body.kind === 'REFUND' ? 'Refund' : 'Resend';
  const what = countText(count, nounOf(body.kind));
  return (
    <ConfirmDialog
      {...{ isOpen, write }}
      onClose={close}
      size="l"
      title={body.kind === 'REFUND' ? 'Refund payments' : 'Resend events'}
      action={job ? `${verb} ${what}${sum === '' ? '' : `, ${sum}`}` : verb}
      disabledReason={disabledReason(body.kind, job, error)}
      onConfirm={() => job && write.run(job.bulkJobId)}
      undone="Nothing was started."
      unknown="We couldn’t confirm whether it was started. It’s safe to retry: nothing is done twice."
      instead={started && <Started job={started} />}
      facts={
        <>
          {error && (
            <Refusal message={describeRefusal(error).message} traceId={describeRefusal(error).traceId}>
              Nothing was changed.
            </Refusal>
          )}
          {!error && !job && <Skeleton width="60%" />}
          {job && <DryRun {...{ scope, job }} />}
        </>
      }
    />
  );
}

function disabledReason(kind: BulkKind, job: BulkJob | undefined, error: Error | null): string | undefined {
  if (error) return 'The rows could not be checked';
  if (!job) return 'Checking the selected rows';
  return sumUp(job, 'PLANNED').count === 0
    ? kind === 'REFUND'
      ? 'None of these can be refunded'
      : 'None of these can be sent again'
    : undefined;
}

const dryRunKeys = keysOf('bulk-dry-run');

function useDryRun({ scope, body, opening, isOpen }: Omit<BulkDialogProps, 'onClose' | 'onStarted'>) {
  return useQuery({
    queryKey: dryRunKeys.of(scope, body, opening),
    queryFn: () => call(prepareBulkJob, { params: scope, body }),
    enabled: isOpen,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

function DryRun({ scope, job }: { scope: Scope; job: BulkJob }) {
  const excluded = job.groups.filter(({ state }) => state === 'EXCLUDED');
  const count = excluded.reduce((sum, group) => sum + group.count, 0);
  return (
    <div className="grid gap-2.5" aria-live="polite">
      <ul className="m-0 grid list-none gap-2 p-0">
        {[...job.groups.filter((group) => !excluded.includes(group)), ...excluded].map((group) => (
          <GroupLine key={`${group.state} ${group.reason}`} group={group} kind={job.kind} />
        ))}
      </ul>
      {job.kind === 'REFUND' && (
        <p className="m-0 text-label text-ink-3">
          The remaining amount of each payment is refunded. Nothing has been refunded yet.
        </p>
      )}
      {job.kind === 'RESEND' && <Pace events={sumUp(job, 'PLANNED').count} />}
      {count > 0 && <Excluded {...{ scope, job, count }} />}
    </div>
  );
}

/** How long a job takes that sends more again than is sent in a minute. */
function Pace({ events }: { events: number }) {
  const minutes = Math.ceil(events / bulkResendsPerMinute);
  if (minutes < 2) return null;
  return (
    <p className="m-0 text-label text-ink-3">
      At most {bulkResendsPerMinute} events are sent again per minute, so this takes about {formatCount(minutes)}{' '}
      minutes.
    </p>
  );
}

function GroupLine({ group, kind }: { group: BulkGroup; kind: BulkKind }) {
  const { state, reason, count, totals } = group;
  const tone = state === 'EXCLUDED' ? 'bad' : reason === null ? 'ok' : 'held';
  const will = kind === 'REFUND' ? 'will be refunded' : 'will be sent again';
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <Tag tone={tone}>{state === 'EXCLUDED' ? `${formatCount(count)} cannot` : `${formatCount(count)} ${will}`}</Tag>
        {reason !== null && <span className="mt-0.5 block text-label text-ink-2">{reason}</span>}
      </span>
      <span className={`num whitespace-nowrap ${state === 'EXCLUDED' ? 'text-ink-3 line-through' : 'font-medium'}`}>
        {totalsText(totals)}
      </span>
    </li>
  );
}

const mostShown = 100;

function Excluded({ scope, job, count }: { scope: Scope; job: BulkJob; count: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const { bulkJobId } = job;
  const { data } = useQuery({
    queryKey: bulkJobKeys.of(scope, 'excluded', bulkJobId),
    queryFn: ({ signal }) =>
      call(listBulkItems, {
        params: { ...scope, bulkJobId },
        query: { state: ['EXCLUDED'], page: 0, size: mostShown },
        signal,
      }),
    enabled: isOpen,
  });
  return (
    <details className="text-label" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-act">Show the {countText(count, 'row')} left out</summary>
      <ul className="mt-2 mb-0 grid max-h-56 list-none gap-1.5 overflow-y-auto p-0">
        {data?.content.map(({ objectId, reason }) => (
          <li key={objectId} className="grid gap-px">
            <IdText>{objectId}</IdText>
            <span className="text-ink-3">{reason}</span>
          </li>
        ))}
      </ul>
      {count > mostShown && <p className="mt-2 mb-0 text-ink-3">The first {mostShown} are shown.</p>}
    </details>
  );
}

function Started({ job }: { job: BulkJob }) {
  return (
    <div className="grid gap-3">
      <p className="m-0" role="status">
        Started. It continues if you leave this page; you can follow and stop it.
      </p>
      <div className="flex justify-end gap-2">
        <LinkButton variant="quiet" href={bulkJobsHref()}>
          All bulk jobs
        </LinkButton>
        <LinkButton variant="primary" href={bulkJobHref(job.bulkJobId)}>
          See progress
        </LinkButton>
      </div>
    </div>
  );
}
