import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CodeField } from '#design/controls/code-field.tsx';
import { refusalWords } from '#platform/writes/refusal-words.ts';
import { isStepUpRequired } from '#platform/writes/step-up.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { ResendMail } from '#domain/resend-mail.tsx';

interface ConfirmFormProps {
  label: string;
  /** Answers the recovery codes. */
  confirm: (code: string) => Promise<readonly string[]>;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
  /** Has the code sent once more, where it was sent. */
  resend?: (() => Promise<unknown>) | undefined;
  /** What the code comes from, where it is shown. */
  children?: ReactNode;
}

/** A code of the second factor that is being set up, as proof that it works. */
export function ConfirmForm({ label, confirm, onConfirmed, onCancel, resend, children }: ConfirmFormProps) {
  const [code, setCode] = useState('');
  const write = useWrite((body: { code: string }) => confirm(body.code), onConfirmed);
  const send = (typed: string) => {
    if (typed !== '') write.run({ code: typed });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(code);
  };
  const sendAgain = async () => {
    await resend?.();
    write.reset();
    setCode('');
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      {children}
      <CodeField
        label={label}
        value={code}
        error={write.refusal?.message}
        readOnly={write.isBusy}
        onChange={setCode}
        onComplete={send}
      />
      {resend && <ResendMail what="code" resend={sendAgain} words={resendWords} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={write.isBusy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

const resendWords = (error: unknown): string =>
  isStepUpRequired(error) ? 'This took too long. Close this and start again.' : refusalWords(error).message;
