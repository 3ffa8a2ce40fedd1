import { useQueryClient } from '@tanstack/react-query';
import {
  acceptException,
  closeException,
  disputeException,
  type ExceptionDetails,
} from '@volume/contract/exceptions.ts';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextArea } from '#design/controls/text-area.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite, type Write } from '#platform/writes/use-write.ts';
import { ProofForm } from '#screen/proof/proof-form.tsx';
import { WriteRefusal } from '#screen/write-refusal.tsx';
import { acceptWords } from './exception-words.ts';

export type Decision = 'accept' | 'dispute' | 'close';

const words: Record<Decision, { title: string; button: string; done: string }> = {
  accept: { title: 'Accept the provider’s version?', button: 'Accept and book', done: 'Exception accepted' },
  dispute: { title: 'Mark as disputed?', button: 'Mark as disputed', done: 'Exception marked as disputed' },
  close: { title: 'Close this exception?', button: 'Close exception', done: 'Exception closed' },
};

interface DecideDialogProps {
  exception: ExceptionDetails;
  decision: Decision;
  isOpen: boolean;
  onClose: () => void;
}

/** One of the three ways out, with a note; accepting moves money and asks once more who it is. */
export function DecideDialog({ exception, decision, isOpen, onClose }: DecideDialogProps) {
  const [note, setNote] = useState('');
  const leave = () => {
    setNote('');
    onClose();
  };
  const write = useDecision(exception.exceptionId, decision, leave);
  const close = () => {
    write.reset();
    leave();
  };
  const { title, button } = words[decision];
  return (
    <Dialog isOpen={isOpen} onClose={close} canClose={!write.isBusy} title={title}>
      {write.isAskingForProof ? (
        <ProofForm write={write} action={button} />
      ) : (
        <Question {...{ exception, decision, note, write }} onNote={setNote} onCancel={close} />
      )}
    </Dialog>
  );
}

function useDecision(exceptionId: string, decision: Decision, onDone: () => void): Write<string> {
  const queryClient = useQueryClient();
  return useWrite(
    (note: string, extras) => {
      const params = { exceptionId };
      if (decision === 'accept') return call(acceptException, { params, body: { note: note || null }, ...extras });
      return call(decision === 'dispute' ? disputeException : closeException, { params, body: { note } });
    },
    () => {
      void queryClient.invalidateQueries({ queryKey: ['exceptions'] });
      toast.good(words[decision].done);
      onDone();
    },
  );
}

interface QuestionProps extends Pick<DecideDialogProps, 'exception' | 'decision'> {
  note: string;
  write: Write<string>;
  onNote: (note: string) => void;
  onCancel: () => void;
}

function Question({ exception, decision, note, write, onNote, onCancel }: QuestionProps) {
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isMissing = decision !== 'accept' && note.trim() === '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isMissing) form.current?.querySelector('textarea')?.focus();
    else write.run(note.trim());
  };
  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-3.5">
      {decision === 'accept' ? (
        <Notice tone="held" title="This moves money.">
          {acceptWords(exception)}
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
        value={note}
        onChange={(event) => onNote(event.target.value)}
        error={isTried && isMissing ? 'Enter a note.' : undefined}
      />
      {write.refusal && <WriteRefusal refusal={write.refusal} undone="Nothing was changed." />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={write.isBusy}>
          {words[decision].button}
        </Button>
      </div>
    </form>
  );
}
