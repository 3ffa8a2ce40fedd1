import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useAfter } from '#platform/writes/use-write.ts';
import { ActionDialog, type ActionDialogProps } from './confirm-dialog.tsx';
import type { Form } from './use-form.ts';

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
