import { beginEmailFactor, confirmEmailFactor } from '@volume/contract/own-security.ts';
import type { ResponseOf } from '@volume/contract/endpoint.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { CodeField } from '#design/controls/code-field.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { ProofDialog } from '#features/users/account/proof-dialog.tsx';
import { refusalWords } from '#platform/money/refusal-words.ts';
import { heldStepUp, isStepUpRequired } from '#platform/money/step-up.ts';
import { useMoneyWrite } from '#platform/money/use-money-write.ts';
import { call } from '#platform/provider-api.ts';
import { ResendMail } from '#screen/resend-mail.tsx';
import { KeptCodes } from './kept-codes.tsx';

type Sent = ResponseOf<typeof beginEmailFactor>;

interface EmailFactorDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** An authenticator is there, and goes on until the mailed code came back. */
  isReplacing: boolean;
}

/** Choosing codes by e-mail, step by step: who it is, the code that was mailed, the recovery codes. */
export function EmailFactorDialog({ isOpen, onClose, isReplacing }: EmailFactorDialogProps) {
  const [sent, setSent] = useState<Sent>();
  const [codes, setCodes] = useState<readonly string[]>();
  const write = useMoneyWrite((_: object, { stepUp }) => call(beginEmailFactor, { stepUp }), setSent);
  const finish = () => {
    toast.good('Your codes come by e-mail now');
    onClose();
  };
  if (codes) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} canClose={false} title="Keep your recovery codes">
        <KeptCodes codes={codes} onKept={finish} />
      </Dialog>
    );
  }
  const title = 'Get your codes by e-mail';
  if (sent) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} title={title} description={`We mailed a code to ${sent.email}.`}>
        <MailedCodeForm sent={sent} onSent={setSent} onConfirmed={setCodes} onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <ProofDialog
      {...{ isOpen, onClose, write, title }}
      description={
        isReplacing
          ? 'Your authenticator works until a mailed code came back here; after that it opens nothing. An authenticator is the safer of the two.'
          : 'Signing in then takes your password and a code from your mail. We send one now, to see that it arrives.'
      }
      deed="Mail a code"
      undone="Nothing was changed."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Not now</Button>
        <Button variant="primary" busy={write.isBusy} onClick={() => write.run({})}>
          Mail a code
        </Button>
      </div>
    </ProofDialog>
  );
}

interface MailedCodeFormProps {
  sent: Sent;
  onSent: (sent: Sent) => void;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** The code from the mail, as proof that mail arrives. */
function MailedCodeForm({ sent: { twoFactorRequestId }, onSent, onConfirmed, onCancel }: MailedCodeFormProps) {
  const [code, setCode] = useState('');
  const write = useMoneyWrite(
    (body: { code: string }) => call(confirmEmailFactor, { params: { twoFactorRequestId }, body }),
    ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  );
  const confirm = (typed: string) => {
    if (typed !== '') write.run({ code: typed });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm(code);
  };
  const resend = async () => {
    const next = await call(beginEmailFactor, { stepUp: heldStepUp() });
    write.reset();
    setCode('');
    onSent(next);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <CodeField
        label="Code from the mail"
        value={code}
        error={write.refusal?.message}
        readOnly={write.isBusy}
        onChange={setCode}
        onComplete={confirm}
      />
      <ResendMail what="code" resend={resend} words={resendWords} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={write.isBusy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

const resendWords = (error: unknown): string =>
  isStepUpRequired(error) ? 'That was a while ago: close this and begin again.' : refusalWords(error).message;
