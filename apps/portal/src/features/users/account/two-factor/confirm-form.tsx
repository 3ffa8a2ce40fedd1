import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { CodeField } from '#design/controls/code-field.tsx';
import { ResendMail } from '#domain/resend-mail.tsx';
import { textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { refusalWords } from '#platform/writes/refusal-words.ts';
import { isStepUpRequired } from '#platform/writes/step-up.ts';
import { useWrite } from '#platform/writes/use-write.ts';

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

const codeSchema = z.object({ code: textBy((code) => (code === '' ? 'Code is required' : undefined)) });

/** A code of the second factor that is being set up, as proof that it works. */
export function ConfirmForm({ label, confirm, onConfirmed, onCancel, resend, children }: ConfirmFormProps) {
  const write = useWrite((body: { code: string }) => confirm(body.code), onConfirmed);
  const form = useForm({ schema: codeSchema, values: { code: '' }, write });
  const sendAgain = async () => {
    await resend?.();
    write.reset();
    form.reset();
  };
  return (
    <form {...form.element} className="grid gap-3.5">
      {children}
      <CodeField
        label={label}
        {...form.choice('code')}
        error={form.errorOf('code') ?? write.refusal?.message}
        readOnly={write.isBusy}
        onComplete={form.submit}
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
