import { useQueryClient } from '@tanstack/react-query';
import {
  acceptException,
  closeException,
  disputeException,
  type ExceptionDetails,
} from '@volume/contract/exceptions/exceptions.ts';
import * as z from 'zod/mini';
import { TextArea } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { DescriptionList, isLongDetail } from '#design/layout/description-list.tsx';
import { toast } from '#design/overlay/toast.ts';
import { titleCase, labelOf } from '#design/text/format-text.ts';
import { IdText } from '#design/text/id-text.tsx';
import { FormDialog } from '#forms/action-dialog.tsx';
import { textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { exceptionKeys } from './exceptions-query.ts';
import { ExceptionAccount } from './exception-account.tsx';
import {
  acceptMessage,
  balanceChange,
  movedText,
  movesTitle,
  objectLabels,
  providerName,
  sumText,
} from './exception-labels.ts';

export type Decision = 'accept' | 'dispute' | 'close';

const texts: Record<Decision, { title: string; button: string; done: string }> = {
  accept: { title: 'Accept the provider’s version?', button: 'Accept and book', done: 'Exception accepted' },
  dispute: { title: 'Mark as disputed?', button: 'Mark as disputed', done: 'Exception marked as disputed' },
  close: { title: 'Close this exception?', button: 'Close exception', done: 'Exception closed' },
};

/** Required where no money moves, because the note is then the only record of the decision. */
const noteSchema = (decision: Decision) =>
  z.object({ note: textBy((note) => (decision !== 'accept' && note === '' ? 'Enter a note.' : undefined)) });

interface DecideDialogProps {
  exception: ExceptionDetails;
  decision: Decision;
  isOpen: boolean;
  onClose: () => void;
}

/** Resolves an exception in one of three ways, with a note. Accepting moves money and requires a step-up. */
export function DecideDialog({ exception, decision, isOpen, onClose }: DecideDialogProps) {
  const write = useDecision(exception.exceptionId, decision, onClose);
  const form = useForm({ schema: noteSchema(decision), values: { note: '' }, write });
  const close = () => {
    form.reset();
    onClose();
  };
  const { title, button } = texts[decision];
  return (
    <FormDialog
      {...{ form, write, isOpen, title }}
      onClose={close}
      action={decision === 'accept' ? [button, movedText(exception)].filter(Boolean).join(' ') : button}
      facts={
        <Facts
          exception={exception}
          change={decision === 'accept' ? balanceChange(exception) : undefined}
          note={write.isAskingForProof ? form.value('note') : ''}
        />
      }
      undone="Nothing was changed."
    >
      {decision === 'accept' ? (
        <Notice tone="held" title={movesTitle(exception)}>
          {acceptMessage(exception)}
        </Notice>
      ) : (
        <p className="m-0 text-ink-2">
          {decision === 'dispute'
            ? 'It stays unresolved. No money moves.'
            : 'Our books stay as they are. No money moves.'}
        </p>
      )}
      <TextArea
        label={decision === 'accept' ? 'Note (optional)' : 'Note'}
        hint="Shown to administrators and recorded in the activity."
        maxLength={500}
        {...form.text('note')}
      />
    </FormDialog>
  );
}

interface FactsProps {
  exception: ExceptionDetails;
  /** What happens to the available balance. */
  change: string | undefined;
  /** The typed note, while its field is hidden. */
  note: string;
}

/** The merchant, the records of both sides and what changes, visible until the last press. */
function Facts({ exception, change, note }: FactsProps) {
  const { merchantId, merchantName, objectKind, objectId, payInAccountId } = exception;
  const { ourStatus, ourAmount, providerStatus, providerAmount } = exception;
  const side = (status: string | null, amount: number | null) =>
    [sumText(exception, amount), status && titleCase(status)].filter(Boolean).join(' · ') || '–';
  return (
    <DescriptionList
      items={[
        { term: 'Merchant', detail: <bdi className="font-medium">{merchantName ?? merchantId}</bdi> },
        { term: labelOf(objectLabels, objectKind), detail: <IdText>{objectId}</IdText>, mono: true },
        ...(payInAccountId === null ? [] : [{ term: 'Account', detail: <ExceptionAccount exception={exception} /> }]),
        { term: 'Our books', detail: side(ourStatus, ourAmount) },
        { term: providerName(exception), detail: side(providerStatus, providerAmount) },
        ...(change === undefined
          ? []
          : [{ term: 'Available balance', detail: <b className="font-medium">{change}</b> }]),
        ...(note === '' ? [] : [{ term: 'Note', detail: note, isLong: isLongDetail(note) }]),
      ]}
    />
  );
}

function useDecision(exceptionId: string, decision: Decision, onDone: () => void) {
  const queryClient = useQueryClient();
  return useWrite(
    ({ note }: { note: string }, extras) => {
      const params = { exceptionId };
      if (decision === 'accept') return call(acceptException, { params, body: { note: note || null }, ...extras });
      return call(decision === 'dispute' ? disputeException : closeException, { params, body: { note } });
    },
    () => {
      invalidate(queryClient, exceptionKeys.all);
      toast.good(texts[decision].done);
      onDone();
    },
  );
}
