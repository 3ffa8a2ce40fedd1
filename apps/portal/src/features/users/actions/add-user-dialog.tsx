import type { BodyOf } from '@volume/contract/endpoint.ts';
import type { User } from '@volume/contract/merchants/account.ts';
import { createUser } from '@volume/contract/users/users.ts';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { useUserWrite } from '#features/users/users-query.ts';
import { UserFields } from './user-fields.tsx';
import { emptyUser, newUserSchema } from './user-schema.ts';
import { noMailHere } from '#platform/calls/demo.ts';

interface AddUserDialogProps {
  merchantId: string;
  users: readonly User[];
  isOpen: boolean;
  onClose: () => void;
}

export function AddUserDialog({ merchantId, users, isOpen, onClose }: AddUserDialogProps) {
  const write = useUserWrite(
    merchantId,
    (body: BodyOf<typeof createUser>, stepUp) => call(createUser, { params: { merchantId }, body, stepUp }),
    ({ email }) => {
      toast.good('Invitation sent', email);
      onClose();
    },
  );
  const form = useForm({ schema: newUserSchema(merchantId), values: emptyUser, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Add a user"
      description={`We’ll email them a link to set a password. It expires in 7 days.${noMailHere}`}
      size="l"
      action="Send invitation"
      undone="The user was not added."
      unknown="We couldn’t confirm whether they were added. Check the list before you retry."
    >
      <UserFields {...{ merchantId, users, form }} />
    </FormDialog>
  );
}
