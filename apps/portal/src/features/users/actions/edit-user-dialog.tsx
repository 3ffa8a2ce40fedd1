import type { BodyOf } from '@volume/contract/endpoint.ts';
import type { User } from '@volume/contract/merchants/account.ts';
import { updateUser } from '@volume/contract/users/users.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { toast } from '#design/overlay/toast.ts';
import { useManager } from '#features/users/user-guards.ts';
import { rolesLabel, userName } from '#features/users/user-labels.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { useBase } from '#platform/writes/use-base.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { useUserWrite } from '#features/users/users-query.ts';
import { UserFields } from './user-fields.tsx';
import { isSameSet, isUnchanged, toTyped, userChangeSchema } from './user-schema.ts';

interface EditUserDialogProps {
  merchantId: string;
  user: User;
  users: readonly User[];
  isOpen: boolean;
  onClose: () => void;
}

/** Changes a user's roles, name or phone; sends only what changed (§7). */
export function EditUserDialog({ merchantId, user: asked, users, isOpen, onClose }: EditUserDialogProps) {
  const [user, rebase] = useBase(asked, true);
  const ifMatch = useIfMatch(user.version);
  const write = useUserWrite(
    merchantId,
    (body: BodyOf<typeof updateUser>, stepUp) =>
      call(updateUser, { params: { merchantId, userId: user.userId }, body, stepUp, ifMatch }),
    () => {
      toast.good('User updated', userName(user));
      onClose();
    },
    (now) => rebase(now.find(({ userId }) => userId === user.userId) ?? user),
  );
  const manager = useManager();
  const schema = userChangeSchema(user);
  const form = useForm({ schema, values: toTyped(asked), write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={<EditTitle user={user} />}
      description={<bdi>{user.email}</bdi>}
      size="l"
      action="Save changes"
      disabledReason={isUnchanged(schema, form.values()) ? 'No changes to save' : undefined}
      undone="Nothing was changed."
      unknown="We couldn’t confirm the change. It’s safe to retry."
    >
      <UserFields {...{ merchantId, users, user, form }} />
      {write.refusal?.isChanged && <CurrentValues user={user} />}
      {!isSameSet(form.value('roles'), user.roles) && <RolesNotice isOneself={user.userId === manager.userId} />}
    </FormDialog>
  );
}

/** The current values after another user changed them, next to what was typed. */
function CurrentValues({ user: { name, phone, roles } }: { user: User }) {
  return (
    <p className="m-0 text-ink-2">
      Now: <bdi>{name ?? 'no name'}</bdi>, <bdi>{phone ?? 'no phone'}</bdi>, {rolesLabel(roles)}
    </p>
  );
}

function RolesNotice({ isOneself }: { isOneself: boolean }) {
  return isOneself ? (
    <Notice tone="held" title="You are changing your own roles">
      The change takes effect immediately, and you’ll be signed out of all devices, including this one.
    </Notice>
  ) : (
    <Notice tone="info" title="New roles take effect immediately">
      They will be signed out of all devices.
    </Notice>
  );
}

const EditTitle = ({ user }: { user: User }) => (
  <>
    Edit <bdi>{userName(user)}</bdi>
  </>
);
