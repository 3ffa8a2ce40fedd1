import { erasePersonalData, type PersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { requiredText, textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { isRemoved, sumText } from './personal-data-labels.ts';
import { useRefetch } from './personal-data-query.ts';

interface EraseDialogProps {
  person: PersonalData;
  isOpen: boolean;
  onClose: () => void;
}

interface Typed {
  confirmation: string;
  reason: string;
}

const { reason } = erasePersonalData.body.shape;

const schemaFor = (email: string) =>
  z.object({
    confirmation: textBy((text) =>
      foldEmailAddress(text) === email ? undefined : 'Type the email address of the person.',
    ),
    reason: requiredText(reason, 'The reason'),
  });

/** Erases a person, after their address is typed again and a reason is given. */
export function EraseDialog({ person, isOpen, onClose }: EraseDialogProps) {
  const { email, account, records } = person;
  const refetch = useRefetch();
  const write = useWrite(
    (typed: Typed, { stepUp }) =>
      call(erasePersonalData, { body: { email, reason: typed.reason }, stepUp }).finally(refetch),
    () => {
      toast.good('Person erased', 'Their other records follow within minutes.');
      onClose();
    },
  );
  const form = useForm({ schema: schemaFor(email), values: { confirmation: '', reason: '' }, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={
        <>
          Erase <bdi data-personal>{email}</bdi>?
        </>
      }
      description={`${account ? 'They are signed out and can no longer sign in. ' : ''}${sumText(records.filter(isRemoved))} lose this person’s data. This cannot be undone.`}
      action="Erase person"
      isDangerous="severe"
      undone="Nothing was erased."
    >
      <TextField
        label="Email address of the person"
        hint="Type it again, to be sure."
        inputMode="email"
        autoComplete="off"
        {...form.text('confirmation')}
      />
      <TextField
        label="Reason"
        hint="Recorded in the activity for good: do not name the person."
        maxLength={500}
        autoComplete="off"
        {...form.text('reason')}
      />
    </FormDialog>
  );
}
