import { type ComponentProps, type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import type { OrderState } from '#platform/writes/use-order-write.ts';
import { useAfter, type Write } from '#platform/writes/use-write.ts';
import { OrderResultButtons, OrderStatus } from './order-status.tsx';
import { StepUp } from './step-up.tsx';
import type { Form } from './use-form.ts';
import { WriteRefusal } from './write-refusal.tsx';

interface ActionDialogProps<Body> {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: 'm' | 'l';
  /** The label of the button, with the amount: “Refund £12.50”. */
  action: string;
  /** `severe` for an action that stops a whole merchant. */
  isDangerous?: boolean | 'severe';
  /** Why the button is disabled; undefined when it is not. */
  disabledReason?: string | undefined;
  /** The label of the button that closes the dialog; “Cancel” by default. */
  cancel?: string;
  /** With `order`, the dialog follows the payout or refund that the write makes. */
  write: Write<Body> & { order?: OrderState };
  /** Shown after a refusal: “Nothing was refunded.” */
  undone: string;
  /** Shown when the outcome is unknown. */
  unknown?: string;
  /** False where the caller shows the refusal. */
  hasRefusal?: boolean;
  /** Shown instead of the content while there is nothing to fill in. */
  instead?: ReactNode;
  /** Recipient, account and remaining amount: they stay until the last press, also while a password is asked for. */
  facts?: ReactNode;
  children?: ReactNode;
}

/** A question with one action, with a step-up in the same dialog if required (contract §8 Step-up). */
export function ConfirmDialog<Body>({ onConfirm, ...rest }: ActionDialogProps<Body> & { onConfirm: () => void }) {
  return <ActionDialog {...rest} press={{ onClick: onConfirm }} />;
}

/** The base of both dialogs; `press` sets how the button acts. */
function ActionDialog<Body>(
  props: ActionDialogProps<Body> & { press: Pick<ComponentProps<'button'>, 'onClick' | 'type' | 'form'> },
) {
  const { isOpen, onClose, title, description, size, action, write, undone, unknown, facts, children } = props;
  const { isAskingForProof, isBusy, refusal, reset, order } = write;
  const isOver = Boolean(props.instead) || order?.result !== undefined;
  const isReplaced = isOver || (isAskingForProof && Boolean(facts));
  const canClose = !isBusy || order?.following !== undefined;
  const leave = () => {
    order?.leave();
    reset();
    onClose();
  };
  const footer = (
    <>
      <Button variant="quiet" onClick={leave} disabledReason={canClose ? undefined : 'Waiting for confirmation'}>
        {order?.following ? 'Close' : (props.cancel ?? 'Cancel')}
      </Button>
      <Button
        variant={props.isDangerous === 'severe' ? 'severe' : props.isDangerous ? 'danger' : 'primary'}
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
      {...{ title, canClose, size }}
      description={order?.result ? undefined : description}
      footer={
        order?.result ? (
          <OrderResultButtons order={order} onClose={leave} />
        ) : isAskingForProof || isOver ? undefined : (
          footer
        )
      }
    >
      {props.instead}
      {/* What was typed stays visible above the step-up, or is among the facts; it is never unmounted, so it is not lost. */}
      {children && (
        <div hidden={isReplaced} inert={isAskingForProof} className={isReplaced ? '' : 'grid gap-3.5 inert:opacity-60'}>
          {children}
        </div>
      )}
      {facts && !isOver && <div className="grid gap-3.5">{facts}</div>}
      {order && <OrderStatus order={order} />}
      {isAskingForProof && <StepUp {...{ write, action }} />}
      {refusal && !isAskingForProof && props.hasRefusal !== false && (
        <WriteRefusal {...{ refusal, undone }} {...(unknown && { unknown })} />
      )}
    </Dialog>
  );
}

type FormDialogProps<Typed extends FieldValues, Body> = ActionDialogProps<Body> & {
  form: Pick<Form<Typed>, 'element' | 'isOnField' | 'clearErrors' | 'reset'>;
};

/**
 * A form in a dialog, which stays open until the response arrives. A refusal and closing keep what was typed; success
 * resets the form.
 */
export function FormDialog<Typed extends FieldValues, Body>(props: FormDialogProps<Typed, Body>) {
  const { form, children, ...rest } = props;
  const id = useId();
  useAfter(rest.write, () => form.reset());
  const close = () => {
    form.clearErrors();
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
