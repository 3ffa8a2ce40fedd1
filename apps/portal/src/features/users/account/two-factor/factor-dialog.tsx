import { type ReactNode, useState } from 'react';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { currentStepUpToken, isStepUpRequired, useWrite } from '#platform/writes/use-write.ts';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { CodeField } from '#design/controls/code-field.tsx';
import { ResendMail } from '#forms/resend-mail.tsx';
import { textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { RecoveryCodeList } from '#features/session/second-factor/two-factor-secrets.tsx';

/** A kind of second factor to set up; `Begun` is the server's response to the first step. */
export interface Factor<Begun> {
  title: string;
  /** The explanation before the first step. */
  description: string;
  action: string;
  begin: (stepUp: string | undefined) => Promise<Begun>;
  /** The instructions for the second step. */
  describe: (begun: Begun) => string;
  codeLabel: string;
  /** Returns the recovery codes. */
  confirm: (begun: Begun, code: string) => Promise<readonly string[]>;
  /** True when starting again sends another code. */
  isSent: boolean;
  done: string;
}

interface FactorDialogProps<Begun> {
  isOpen: boolean;
  onClose: () => void;
  factor: Factor<Begun>;
  /** Renders the source of the code, such as a QR code. */
  source?: ((begun: Begun) => ReactNode) | undefined;
}

/** Sets up a second factor in steps: step-up, a code that confirms the factor, recovery codes. */
export function FactorDialog<Begun>({ isOpen, onClose, factor, source }: FactorDialogProps<Begun>) {
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const write = useWrite((_: object, { stepUp }) => factor.begin(stepUp), setBegun);
  const { title, action } = factor;
  const finish = () => {
    toast.good(factor.done);
    onClose();
  };
  if (codes) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} canClose={false} title="Save your recovery codes">
        <SavedCodes codes={codes} onSaved={finish} />
      </Dialog>
    );
  }
  if (begun !== undefined) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} title={title} description={factor.describe(begun)}>
        <ConfirmForm
          label={factor.codeLabel}
          confirm={(code) => factor.confirm(begun, code)}
          onConfirmed={setCodes}
          onCancel={onClose}
          resend={factor.isSent ? async () => setBegun(await factor.begin(currentStepUpToken())) : undefined}
        >
          {source?.(begun)}
        </ConfirmForm>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write, title, action }}
      description={factor.description}
      onConfirm={() => write.run({})}
      undone="Nothing was changed."
    />
  );
}

interface ConfirmFormProps {
  label: string;
  /** Returns the recovery codes. */
  confirm: (code: string) => Promise<readonly string[]>;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
  /** Sends the code again; undefined for codes that are not sent. */
  resend?: (() => Promise<unknown>) | undefined;
  children?: ReactNode;
}

const codeSchema = z.object({ code: textBy((code) => (code === '' ? 'Code is required' : undefined)) });

function ConfirmForm({ label, confirm, onConfirmed, onCancel, resend, children }: ConfirmFormProps) {
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
      {resend && <ResendMail what="code" resend={sendAgain} errorMessage={resendErrorMessage} />}
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

const resendErrorMessage = (error: unknown): string =>
  isStepUpRequired(error) ? 'This took too long. Close this and start again.' : describeRefusal(error).message;

/** New recovery codes, shown only once; the user must confirm that they saved them. */
export function SavedCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <div className="grid gap-3.5">
      <p className="m-0 text-ink-2">Each can be used once if you can’t get a code. They won’t be shown again.</p>
      <RecoveryCodeList codes={codes} />
      <Checkbox checked={isSaved} onChange={setIsSaved}>
        I’ve saved my recovery codes
      </Checkbox>
      <div className="flex justify-end">
        <Button
          variant="primary"
          disabledReason={isSaved ? undefined : 'Confirm that you’ve saved your codes'}
          onClick={onSaved}
        >
          Done
        </Button>
      </div>
    </div>
  );
}
