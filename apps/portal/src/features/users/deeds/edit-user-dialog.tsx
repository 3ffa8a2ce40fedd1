import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { updateAccount } from '@volume/contract/users.ts';
import { useId, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { currentManager } from '#features/users/user-guards.ts';
import { userName } from '#features/users/user-words.ts';
import { call } from '#platform/provider-api.ts';
import { WriteRefusal } from '#screen/write-refusal.tsx';
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
export function EditUserDialog({ merchantId, user, users, isOpen, onClose }: EditUserDialogProps) {
  const formId = useId();
  const [draft, setDraft] = useState(() => draftOf(user));
  const { run, isBusy, refusal, reset } = useUserWrite(
    merchantId,
    (body: UserChange) => call(updateAccount, { params: { merchantId, userId: user.userId }, body }),
    () => {
      toast.good('User changed', userName(user));
      onClose();
    },
  );
  const read = readChange(draft, user);
  const { form, errors, submit, forget } = useDraftErrors<UserChange, DraftErrors>(read, run);
  const leave = () => {
    reset();
    forget();
    onClose();
  };
  const isUnchanged = 'body' in read && Object.keys(read.body).length === 0;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      canClose={!isBusy}
      title={`Edit ${userName(user)}`}
      description={<bdi>{user.email}</bdi>}
      size="l"
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isBusy}
            disabledReason={isUnchanged ? 'Nothing is changed yet' : undefined}
          >
            Save changes
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-3.5">
        <UserFields {...{ merchantId, users, user, draft, errors }} onDraft={setDraft} />
      </form>
      {'body' in read && read.body.roles && <RolesTold isOneself={user.userId === currentManager().userId} />}
      {refusal && (
        <WriteRefusal
          refusal={refusal}
          undone="Nothing was changed."
          unknown="Whether it was changed is not known; trying again is safe."
        />
      )}
    </Dialog>
  );
}

function RolesTold({ isOneself }: { isOneself: boolean }) {
  return isOneself ? (
    <Notice tone="held" title="These are your own roles">
      You may do what they allow from the next click on. Sign in again to see the portal as it then is.
    </Notice>
  ) : (
    <Notice tone="info" title="New roles hold from their next click on" />
  );
}
