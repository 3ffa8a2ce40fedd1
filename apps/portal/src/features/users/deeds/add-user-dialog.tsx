import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { createAccount } from '@volume/contract/users.ts';
import { useId, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { toast } from '#design/overlay/toast.ts';
import { call } from '#platform/provider-api.ts';
import { WriteRefusal } from '#screen/write-refusal.tsx';
import { useDraftErrors } from './use-draft-errors.ts';
import { useUserWrite } from './use-user-write.ts';
import { type DraftErrors, emptyDraft, type NewUser, readNewUser } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';

interface AddUserDialogProps {
  merchantId: string;
  users: readonly MerchantAccount[];
  isOpen: boolean;
  onClose: () => void;
}

/** Adding a user by invitation. A refusal stands in the dialog; what was typed outlives closing it. */
export function AddUserDialog({ merchantId, users, isOpen, onClose }: AddUserDialogProps) {
  const formId = useId();
  const [draft, setDraft] = useState(emptyDraft);
  const { run, isBusy, refusal, reset } = useUserWrite(
    merchantId,
    (body: NewUser) => call(createAccount, { params: { merchantId }, body }),
    ({ email }) => {
      toast.good('Invitation sent', email);
      setDraft(emptyDraft);
      onClose();
    },
  );
  const { form, errors, submit, forget } = useDraftErrors<NewUser, DraftErrors>(readNewUser(draft, merchantId), run);
  const leave = () => {
    reset();
    forget();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      canClose={!isBusy}
      title="Add a user"
      description="They get a mail with a link to set their password. It works for 7 days."
      size="l"
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            Not now
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            Send invitation
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-3.5">
        <UserFields {...{ merchantId, users, draft, errors }} onDraft={setDraft} />
      </form>
      {refusal && (
        <WriteRefusal
          refusal={refusal}
          undone="Nobody was added."
          unknown="Whether they were added is not known: look for them in the list before you try again."
        />
      )}
    </Dialog>
  );
}
