import { changePassword } from '@volume/contract/session/own-security.ts';
import { PasswordField } from '#design/controls/password-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { newPassword, PasswordRules } from '#forms/new-password.tsx';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';

export function PasswordDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const write = useWrite(
    (body: { password: string }, { stepUp }) => call(changePassword, { body, stepUp }),
    () => {
      toast.good('Password changed', 'You’ve been signed out of all other devices.');
      onClose();
    },
  );
  const form = useForm({ schema: newPassword, values: { password: '' }, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Change your password"
      action="Change password"
      undone="Your password was not changed."
    >
      <PasswordField label="New password" autoComplete="new-password" {...form.text('password')} />
      <PasswordRules password={form.value('password')} />
    </FormDialog>
  );
}
