import { type ReactNode, useState } from 'react';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { heldStepUp } from '#platform/writes/step-up.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { SavedCodes } from './saved-codes.tsx';

/** A kind of second factor, as it is set up; `Begun` is what the server remembers between the two steps. */
export interface Factor<Begun> {
  title: string;
  /** What it means, before anything is begun. */
  why: string;
  action: string;
  begin: (stepUp: string | undefined) => Promise<Begun>;
  /** What to do now that it is begun. */
  describe: (begun: Begun) => string;
  codeLabel: string;
  /** Answers the recovery codes. */
  confirm: (begun: Begun, code: string) => Promise<readonly string[]>;
  /** True where beginning again sends another code. */
  isSent: boolean;
  /** What is said when it works. */
  done: string;
}

interface FactorDialogProps<Begun> {
  isOpen: boolean;
  onClose: () => void;
  factor: Factor<Begun>;
  /** What a code comes from, where it is shown. */
  source?: ((begun: Begun) => ReactNode) | undefined;
}

/** Setting up a second factor, step by step: who it is, a code that proves it, the recovery codes. */
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
          resend={factor.isSent ? async () => setBegun(await factor.begin(heldStepUp())) : undefined}
        >
          {source?.(begun)}
        </ConfirmForm>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      {...{ isOpen, onClose, write, title, action }}
      description={factor.why}
      onConfirm={() => write.run({})}
      undone="Nothing was changed."
    />
  );
}
