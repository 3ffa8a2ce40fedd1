import { useQueryClient } from '@tanstack/react-query';
import { addPaymentNote } from '@volume/contract/pay-ins/notes.ts';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { TextArea } from '#design/controls/text-field.tsx';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { call } from '#platform/provider-api.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';
import { useAfter, useWrite } from '#platform/writes/use-write.ts';
import { notesQuery } from './notes-query.ts';

const schema = z.object({ text: requiredText(addPaymentNote.body.shape.text, 'The note') });

export function NoteForm({ paymentId }: { paymentId: string }) {
  const queryClient = useQueryClient();
  const isReadOnly = useIsReadOnly();
  const write = useWrite(
    (body: z.output<typeof schema>) => call(addPaymentNote, { params: { paymentId }, body }),
    () => void queryClient.invalidateQueries({ queryKey: notesQuery(paymentId).queryKey }),
  );
  const form = useForm({ schema, values: { text: '' }, write });
  useAfter(write, () => form.reset());
  return (
    <form {...form.element} className="grid gap-2.5 print:hidden">
      <TextArea
        label="New note"
        hint="Seen by everyone who can view this payment, never by the payer."
        rows={3}
        {...form.text('text')}
      />
      {write.refusal && !form.isOnField && <WriteRefusal refusal={write.refusal} undone="The note was not added." />}
      <div>
        <Button type="submit" busy={write.isBusy} disabledReason={isReadOnly ? 'You have read-only access' : undefined}>
          Add note
        </Button>
      </div>
    </form>
  );
}
