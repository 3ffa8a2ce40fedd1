import type { ReactNode } from 'react';
import { Dialog } from '#design/overlay/dialog.tsx';
import type { Write } from '#platform/writes/use-write.ts';
import { WriteRefusal } from '#screen/write-refusal.tsx';
import { ProofForm } from './proof-form.tsx';

interface ProofDialogProps<Body> {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: 'm' | 'l';
  /** What goes on once it is proved who it is: "Remove". */
  action: string;
  write: Write<Body>;
  /** What did not happen when it was refused. */
  undone: string;
  /** What to make of it when no answer came and nobody knows. */
  unknown?: string;
  children?: ReactNode;
  /** The buttons, where they stand at the dialog's foot; gone while a proof is asked for, which has its own. */
  footer?: ReactNode;
}

/** A question whose action may ask once more who it is; the proof is given in the same dialog (contract §8 Step-up). */
export function ProofDialog<Body>(props: ProofDialogProps<Body>) {
  const { isOpen, onClose, title, description, size, action, write, undone, unknown, children, footer } = props;
  const { isAskingForProof, isBusy, refusal, reset } = write;
  const leave = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      canClose={!isBusy}
      {...{ title, description, size }}
      footer={isAskingForProof ? undefined : footer}
    >
      {/* Hidden, not gone: what was typed outlives the question in between. */}
      {children && (
        <div hidden={isAskingForProof} className={isAskingForProof ? '' : 'grid gap-3.5'}>
          {children}
        </div>
      )}
      {isAskingForProof && <ProofForm {...{ write, action }} />}
      {refusal && !isAskingForProof && <WriteRefusal {...{ refusal, undone }} {...(unknown && { unknown })} />}
    </Dialog>
  );
}
