import { useQueryClient } from '@tanstack/react-query';
import {
  addMerchantNote,
  correctMerchantNote,
  type MerchantNote,
  MerchantNoteText,
  removeMerchantNote,
} from '@volume/contract/merchants/merchant-notes.ts';
import * as z from 'zod/mini';
import { TextArea } from '#design/controls/text-field.tsx';
import { ConfirmDialog, FormDialog } from '#forms/action-dialog.tsx';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { merchantNotesQuery } from './settings-query.ts';

const schema = z.object({ text: requiredText(MerchantNoteText, 'The note') });
type Body = z.output<typeof schema>;

function useNoteWrite<Given>(merchantId: string, send: (given: Given) => Promise<unknown>, onDone: () => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (given: Given) => send(given).finally(() => invalidate(queryClient, merchantNotesQuery(merchantId).queryKey)),
    () => onDone(),
  );
}

interface DialogProps {
  merchantId: string;
  isOpen: boolean;
  onClose: () => void;
}
type NoteDialogProps = DialogProps & { note: MerchantNote };

export function AddDialog({ merchantId, isOpen, onClose }: DialogProps) {
  const params = { merchantId };
  const write = useNoteWrite(merchantId, (body: Body) => call(addMerchantNote, { params, body }), onClose);
  const form = useForm({ schema, values: { text: '' }, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Add a note"
      action="Add note"
      undone="The note was not added."
      unknown="We couldn’t confirm whether it was added. Check the notes before you retry."
    >
      <TextArea
        label="Note"
        hint="Seen by all administrators of the platform, never by the merchant."
        rows={5}
        data-personal
        {...form.text('text')}
      />
    </FormDialog>
  );
}

export function CorrectDialog({ note, merchantId, isOpen, onClose }: NoteDialogProps) {
  const params = { merchantId, noteId: note.noteId };
  const write = useNoteWrite(merchantId, (body: Body) => call(correctMerchantNote, { params, body }), onClose);
  const form = useForm({ schema, values: { text: note.text }, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Correct your note"
      action="Save note"
      undone="The note was not changed."
    >
      <TextArea label="Note" rows={5} data-personal {...form.text('text')} />
    </FormDialog>
  );
}

export function RemoveDialog({ note, merchantId, isOpen, onClose }: NoteDialogProps) {
  const params = { merchantId, noteId: note.noteId };
  const write = useNoteWrite(merchantId, () => call(removeMerchantNote, { params }), onClose);
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      onConfirm={() => write.run(undefined)}
      title="Remove this note?"
      description="Its text is removed for all administrators. The activity keeps that you wrote and removed a note."
      action="Remove note"
      isDangerous
      undone="The note was not removed."
    />
  );
}
