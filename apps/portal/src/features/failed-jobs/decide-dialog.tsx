import { JobReason } from '@volume/contract/failed-jobs/failed-jobs.ts';
import { jobKindOf } from '@volume/contract/failed-jobs/job-kinds.ts';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { FormDialog } from '#forms/action-dialog.tsx';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { countText } from './failed-job-labels.ts';
import { type Decision, useDecision } from './failed-jobs-query.ts';

interface DecideDialogProps {
  decision: Decision;
  isOpen: boolean;
  onClose: () => void;
}

const schema = z.object({ reason: requiredText(JobReason, 'The reason') });

/** Asks for the reason before a job, or all dead jobs of a kind, run again or are discarded. */
export function DecideDialog({ decision, isOpen, onClose }: DecideDialogProps) {
  const write = useDecision(decision, onClose);
  const form = useForm({ schema, values: { reason: '' }, write });
  return (
    <FormDialog {...{ form, write, isOpen, onClose }} {...textsOf(decision)} undone="Nothing was changed.">
      <Effect decision={decision} />
      <TextField
        label="Reason"
        hint="Shown to administrators and recorded in the activity."
        maxLength={200}
        autoComplete="off"
        {...form.text('reason')}
      />
    </FormDialog>
  );
}

function textsOf(decision: Decision) {
  if (decision.action === 'retry-kind') {
    const { label } = jobKindOf(decision.kind);
    return { title: `Retry ${countText(decision.dead)}?`, description: label, action: 'Retry all' };
  }
  const { label } = jobKindOf(decision.job.kind);
  const description = decision.job.merchantName ? (
    <>
      {label}, <bdi>{decision.job.merchantName}</bdi>
    </>
  ) : (
    label
  );
  return decision.action === 'retry'
    ? { title: 'Retry this job now?', description, action: 'Retry now' }
    : { title: 'Discard this job?', description, action: 'Discard job', isDangerous: true };
}

function Effect({ decision }: { decision: Decision }) {
  const { effect, discarded } = jobKindOf(decision.action === 'retry-kind' ? decision.kind : decision.job.kind);
  return (
    <p className="m-0 text-ink-2">
      {decision.action === 'discard'
        ? `${discarded} This cannot be undone.`
        : `${effect} Running it again is safe: a job checks what has happened before it changes anything.`}
    </p>
  );
}
