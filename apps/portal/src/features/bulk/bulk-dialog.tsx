import { useQuery } from '@tanstack/react-query';
import {
  type BulkJob,
  type BulkKind,
  bulkRefundDetails,
  type NewBulkJob,
  prepareBulkJob,
  startBulkJob,
} from '@volume/contract/bulk/bulk.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { LinkButton } from '#design/controls/link-button.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { ConfirmDialog, FormDialog } from '#forms/action-dialog.tsx';
import {
  noRefundDetails,
  RefundDetailFacts,
  type RefundDetails,
  refundDetails,
  RefundReasonFields,
  RefundReferenceField,
} from '#forms/refund-details.tsx';
import { useForm } from '#forms/use-form.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { bulkJobHref, bulkJobsHref } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { DryRun } from './dry-run.tsx';
import { countText, nounOf, sumUp, totalsText } from './bulk-labels.ts';

interface BulkDialogProps {
  scope: Scope;
  body: NewBulkJob;
  /** The reason and reference that the rows got before, when a job is retried. */
  details?: Partial<typeof noRefundDetails> | undefined;
  /** Counts how often it was opened; each time it checks the rows again, as some may have been processed since. */
  opening: number;
  isOpen: boolean;
  onClose: () => void;
  onStarted?: (() => void) | undefined;
}

/** Shows the dry run of each row, then starts exactly that job. */
export function BulkDialog(props: BulkDialogProps) {
  return props.body.kind === 'REFUND' ? <BulkRefundDialog {...props} /> : <BulkResendDialog {...props} />;
}

const RefundBody = z.object(refundDetails);

function BulkRefundDialog(props: BulkDialogProps) {
  const canExplain = useCanDo(bulkRefundDetails);
  const { job, write, dialog, facts } = useBulkDialog(props);
  const form = useForm({
    schema: RefundBody,
    values: { ...noRefundDetails, ...props.details },
    write: {
      ...write,
      run: (details: RefundDetails) =>
        job && write.run({ bulkJobId: job.bulkJobId, details: canExplain ? details : undefined }),
    },
  });
  return (
    <FormDialog
      {...{ ...dialog, form }}
      title="Refund payments"
      facts={
        <>
          {write.isAskingForProof && canExplain && <RefundDetailFacts typed={form.values()} />}
          {facts}
        </>
      }
    >
      {canExplain && (
        <>
          <RefundReferenceField {...form.text('refundPaymentReference')} />
          <RefundReasonFields reason={form.choice('refundReason')} note={form.text('refundReasonNote')} />
        </>
      )}
    </FormDialog>
  );
}

function BulkResendDialog(props: BulkDialogProps) {
  const { job, write, dialog, facts } = useBulkDialog(props);
  return (
    <ConfirmDialog
      {...{ ...dialog, facts }}
      title="Resend events"
      onConfirm={() => job && write.run({ bulkJobId: job.bulkJobId, details: undefined })}
    />
  );
}

interface Start {
  bulkJobId: string;
  /** Stored with each refund. */
  details: RefundDetails | undefined;
}

/** The logic that both dialogs share: the dry run, the start, and the content at each step. */
function useBulkDialog({ scope, body, opening, isOpen, onClose, onStarted }: BulkDialogProps) {
  const [started, setStarted] = useState<BulkJob>();
  const write = useWrite(
    ({ bulkJobId, details }: Start, extras) =>
      call(startBulkJob, { params: { ...scope, bulkJobId }, body: details, ...extras }),
    setStarted,
  );
  const isChecking = isOpen && started === undefined && !write.isBusy && !write.isAskingForProof;
  const { data: job, error } = useDryRun({ scope, body, opening, isOpen: isChecking });
  const close = () => {
    onClose();
    if (started) onStarted?.();
    setStarted(undefined);
  };
  const { count, totals } = job ? sumUp(job, 'PLANNED') : { count: 0, totals: [] };
  const sum = totalsText(totals);
  const verb = body.kind === 'REFUND' ? 'Refund' : 'Resend';
  const what = countText(count, nounOf(body.kind));
  const dialog = {
    isOpen,
    write,
    onClose: close,
    size: 'l',
    action: job ? `${verb} ${what}${sum === '' ? '' : `, ${sum}`}` : verb,
    disabledReason: disabledReason(body.kind, job, error),
    undone: 'Nothing was started.',
    unknown: 'We couldn’t confirm whether it was started. It’s safe to retry: nothing is done twice.',
    instead: started && <Started job={started} />,
  } as const;
  const facts = (
    <>
      {error && (
        <Refusal message={describeRefusal(error).message} traceId={describeRefusal(error).traceId}>
          Nothing was changed.
        </Refusal>
      )}
      {!error && !job && <Skeleton width="60%" />}
      {job && <DryRun {...{ scope, job }} />}
    </>
  );
  return { job, write, dialog, facts };
}

function disabledReason(kind: BulkKind, job: BulkJob | undefined, error: Error | null): string | undefined {
  if (error) return 'The rows could not be checked';
  if (!job) return kind === 'REFUND' ? 'Checking selected payments' : 'Checking selected events';
  return sumUp(job, 'PLANNED').count === 0
    ? kind === 'REFUND'
      ? 'None of these can be refunded'
      : 'None of these can be sent again'
    : undefined;
}

const dryRunKeys = keysOf('bulk-dry-run');

/** Milliseconds after which the rows are checked again; the server starts no job that was prepared over an hour ago. */
const checkAgainMs = 30 * 60_000;

/** Checks the rows at each opening, and again when the user returns to this tab: they may have changed in another one. */
function useDryRun({ scope, body, opening, isOpen }: Omit<BulkDialogProps, 'onClose' | 'onStarted'>) {
  return useQuery({
    queryKey: dryRunKeys.of(scope, body, opening),
    queryFn: () => call(prepareBulkJob, { params: scope, body }),
    enabled: isOpen,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: checkAgainMs,
    retry: false,
  });
}

function Started({ job }: { job: BulkJob }) {
  return (
    <div className="grid gap-3">
      <p className="m-0" role="status">
        Started. You can leave this page; progress is under Bulk jobs.
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
