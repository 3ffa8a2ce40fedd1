import { type ComponentProps, type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { useAfter, type Write } from '#platform/writes/use-write.ts';
import { StepUp } from './step-up.tsx';
import type { Form } from './use-form.ts';
import { WriteRefusal } from './write-refusal.tsx';

interface ActionDialogProps<Body> {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: 'm' | 'l';
  /** What is done, named with its sum: "Refund £12.50". */
  action: string;
  isDangerous?: boolean;
  /** Why it cannot be done now, undefined when it can. */
  disabledReason?: string | undefined;
  /** The way out: "Cancel", if nothing else is said. */
  cancel?: string;
  write: Write<Body>;
  /** What did not happen when it was refused: "Nothing was refunded." */
  undone: string;
  /** What to make of it when no answer came and nobody knows. */
  unknown?: string;
  /** False where the refusal is said elsewhere. */
  hasRefusal?: boolean;
  /** What stands there instead as long as there is nothing to fill in. */
  instead?: ReactNode;
  children?: ReactNode;
}

/** A question with one action, which may ask once more who it is; the proof is given in the same dialog (contract §8 Step-up). */
export function ConfirmDialog<Body>({ onConfirm, ...rest }: ActionDialogProps<Body> & { onConfirm: () => void }) {
  return <ActionDialog {...rest} press={{ onClick: onConfirm }} />;
}

/** What every dialog with one action has in common; `press` is how its button acts. */
function ActionDialog<Body>(
  props: ActionDialogProps<Body> & { press: Pick<ComponentProps<'button'>, 'onClick' | 'type' | 'form'> },
) {
  const { isOpen, onClose, title, description, size, action, write, undone, unknown, children } = props;
  const { isAskingForProof, isBusy, refusal, reset } = write;
  const isHidden = isAskingForProof || Boolean(props.instead);
  const leave = () => {
    reset();
    onClose();
  };
  const footer = (
    <>
      <Button variant="quiet" onClick={leave} disabledReason={isBusy ? 'Waiting for confirmation' : undefined}>
        {props.cancel ?? 'Cancel'}
      </Button>
      <Button
        variant={props.isDangerous === true ? 'danger' : 'primary'}
        busy={isBusy}
        disabledReason={props.disabledReason}
        {...props.press}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      canClose={!isBusy}
      {...{ title, description, size }}
      footer={isHidden ? undefined : footer}
    >
      {props.instead}
      {/* Hidden, not gone: what was typed outlives the question in between. */}
      {children && (
        <div hidden={isHidden} className={isHidden ? '' : 'grid gap-3.5'}>
          {children}
        </div>
      )}
      {isAskingForProof && <StepUp {...{ write, action }} />}
      {refusal && !isAskingForProof && props.hasRefusal !== false && (
        <WriteRefusal {...{ refusal, undone }} {...(unknown && { unknown })} />
      )}
    </Dialog>
  );
}

type FormDialogProps<Typed extends FieldValues, Body> = ActionDialogProps<Body> & {
  form: Pick<Form<Typed>, 'element' | 'isOnField' | 'forgive' | 'reset'>;
};

/**
 * A form in front of the page, with its action; stays open until the answer is there. What was typed stays through a no and
 * through closing; once it went through, the form begins again.
 */
export function FormDialog<Typed extends FieldValues, Body>(props: FormDialogProps<Typed, Body>) {
  const { form, children, ...rest } = props;
  const id = useId();
  useAfter(rest.write, () => form.reset());
  const close = () => {
    form.forgive();
    rest.onClose();
  };
  return (
    <ActionDialog {...rest} onClose={close} press={{ type: 'submit', form: id }} hasRefusal={!form.isOnField}>
      <form {...form.element} id={id} className="grid gap-3.5">
        {children}
      </form>
    </ActionDialog>
  );
}
