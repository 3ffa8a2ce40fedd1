import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { createAccount } from '@volume/contract/users.ts';
import { useId, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { toast } from '#design/overlay/toast.ts';
import { call } from '#platform/provider-api.ts';
import { ProofDialog } from '#screen/proof/proof-dialog.tsx';
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
  const write = useUserWrite(
    merchantId,
    (body: NewUser, stepUp) => call(createAccount, { params: { merchantId }, body, stepUp }),
    ({ email }) => {
      toast.good('Invitation sent', email);
      setDraft(emptyDraft);
      onClose();
    },
  );
  const { form, errors, submit, forget } = useDraftErrors<NewUser, DraftErrors>(
    readNewUser(draft, merchantId),
    write.run,
  );
  const leave = () => {
    write.reset();
    forget();
    onClose();
  };
  return (
    <ProofDialog
      {...{ isOpen, write }}
      onClose={leave}
      title="Add a user"
      description="We’ll email them a link to set a password. It expires in 7 days."
      size="l"
      action="Send invitation"
      undone="The user was not added."
      unknown="We couldn’t confirm whether they were added. Check the list before you retry."
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={write.isBusy}>
            Send invitation
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-3.5">
        <UserFields {...{ merchantId, users, draft, errors }} onDraft={setDraft} />
      </form>
    </ProofDialog>
  );
}
