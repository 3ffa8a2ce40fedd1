import type { ReactNode } from 'react';
import { IdentityForm } from '#design/deed/identity-form.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import type { Write } from '#platform/writes/use-write.ts';
import { WriteRefusal } from '#screen/write-refusal.tsx';

interface ProofDialogProps<Body> {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** What goes on once it is proved who it is: "Remove". */
  deed: string;
  write: Write<Body>;
  /** What did not happen when it was refused. */
  undone: string;
  children: ReactNode;
}

/** A question whose deed may ask once more who it is; the proof is given in the same dialog (contract §8 Step-up). */
export function ProofDialog<Body>(props: ProofDialogProps<Body>) {
  const { isOpen, onClose, title, description, deed, write, undone, children } = props;
  const { isAskingForProof, isBusy, refusal, prove, reset } = write;
  const leave = () => {
    reset();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={leave} canClose={!isBusy} title={title} description={description}>
      {/* Hidden, not gone: what was typed outlives the question in between. */}
      <div hidden={isAskingForProof} className={isAskingForProof ? '' : 'grid gap-3.5'}>
        {children}
      </div>
      {isAskingForProof && (
        <IdentityForm deed={deed} busy={isBusy} refusal={refusal?.message} onProve={prove} onBack={reset} />
      )}
      {refusal && !isAskingForProof && <WriteRefusal refusal={refusal} undone={undone} />}
    </Dialog>
  );
}
