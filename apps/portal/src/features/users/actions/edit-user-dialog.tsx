import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { updateAccount } from '@volume/contract/users.ts';
import { userVersion } from '@volume/contract/settings-version.ts';
import { useId, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { toast } from '#design/overlay/toast.ts';
import { useManager } from '#features/users/user-guards.ts';
import { rolesInWords } from '#features/users/role-words.ts';
import { userName } from '#features/users/user-words.ts';
import { call } from '#platform/provider-api.ts';
import { useBase } from '#platform/writes/use-base.ts';
import { useIfMatch } from '#screen/can-do.tsx';
import { ProofDialog } from '#screen/proof/proof-dialog.tsx';
import { useDraftErrors } from './use-draft-errors.ts';
import { useUserWrite } from './use-user-write.ts';
import { type DraftErrors, draftOf, readChange, type UserChange } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';

interface EditUserDialogProps {
  merchantId: string;
  user: MerchantAccount;
  users: readonly MerchantAccount[];
  isOpen: boolean;
  onClose: () => void;
}

/** Changing a user's roles, name or phone: only what changed is sent (§7). */
export function EditUserDialog({ merchantId, user: asked, users, isOpen, onClose }: EditUserDialogProps) {
  const formId = useId();
  const [draft, setDraft] = useState(() => draftOf(asked));
  const [user, rebase] = useBase(asked, true);
  const ifMatch = useIfMatch(userVersion(user));
  const write = useUserWrite(
    merchantId,
    (body: UserChange, stepUp) =>
      call(updateAccount, { params: { merchantId, userId: user.userId }, body, stepUp, ifMatch }),
    () => {
      toast.good('User updated', userName(user));
      onClose();
    },
    (now) => rebase(now.find(({ userId }) => userId === user.userId) ?? user),
  );
  const { userId: ownId } = useManager();
  const read = readChange(draft, user);
  const { form, errors, submit, forget } = useDraftErrors<UserChange, DraftErrors>(read, write.run);
  const leave = () => {
    write.reset();
    forget();
    onClose();
  };
  const isUnchanged = 'body' in read && Object.keys(read.body).length === 0;
  return (
    <ProofDialog
      {...{ isOpen, write }}
      onClose={leave}
      title={`Edit ${userName(user)}`}
      description={<bdi>{user.email}</bdi>}
      size="l"
      action="Save changes"
      undone="Nothing was changed."
      unknown="We couldn’t confirm the change. It’s safe to retry."
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={write.isBusy}
            disabledReason={isUnchanged ? 'No changes to save' : undefined}
          >
            Save changes
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-3.5">
        <UserFields {...{ merchantId, users, user, draft, errors }} onDraft={setDraft} />
      </form>
      {write.refusal?.isChanged && <StandsNow user={user} />}
      {'body' in read && read.body.roles && <RolesTold isOneself={user.userId === ownId} />}
    </ProofDialog>
  );
}

/** What somebody else made of the user meanwhile, beside what was typed. */
function StandsNow({ user: { name, phone, roles } }: { user: MerchantAccount }) {
  return (
    <p className="m-0 text-ink-2">
      Now: <bdi>{name ?? 'no name'}</bdi>, <bdi>{phone ?? 'no phone'}</bdi>, {rolesInWords(roles)}
    </p>
  );
}

function RolesTold({ isOneself }: { isOneself: boolean }) {
  return isOneself ? (
    <Notice tone="held" title="You are changing your own roles">
      The change takes effect immediately. Sign in again to update the portal.
    </Notice>
  ) : (
    <Notice tone="info" title="New roles take effect immediately" />
  );
}
