import * as z from 'zod/mini';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { deletePaymentNote, type PaymentNote, addPaymentNote } from '@volume/contract/pay-ins/notes.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { isolate } from '#design/text/format-text.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { PartError } from '#lists/part-error.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { usePermitted, useIsReadOnly } from '#platform/session/use-session.ts';
import { useWrite, useAfter } from '#platform/writes/use-write.ts';
import { notesQuery } from './notes-query.ts';
import { ReviewLine } from './review-line.tsx';
import { TextArea } from '#design/controls/text-field.tsx';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';

interface NotesProps {
  row: PaymentListItem;
  zone: string;
}

export function NotesSection({ row, zone }: NotesProps) {
  const { paymentId } = row;
  const { data, error, isFetching, refetch } = useQuery(notesQuery(paymentId));
  const mayWrite = usePermitted(['PAY_BY_LINK']);
  return (
    <Section title="Notes">
      {error && !data && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonLines count={2} />}
      {data && (
        <>
          <ReviewLine row={row} review={data.review} {...{ zone, mayWrite }} />
          {data.notes.length === 0 && !mayWrite && <p className="m-0 text-ink-3">No notes yet.</p>}
          {data.notes.length > 0 && (
            <ul className="m-0 mb-4 list-none border-t border-line p-0 [div+&]:-mt-4 [div+&]:border-t-0">
              {data.notes.map((note) => (
                <Note key={note.noteId} {...{ note, paymentId, zone }} />
              ))}
            </ul>
          )}
          {mayWrite && <NoteForm paymentId={paymentId} />}
        </>
      )}
    </Section>
  );
}

function Note({ note, paymentId, zone }: { note: PaymentNote; paymentId: string; zone: string }) {
  return (
    <li className="border-b border-line py-2.5">
      {note.text === null ? (
        <p className="m-0 text-ink-3 italic">
          {note.deletedBy === null ? 'Deleted by its author' : `Deleted by ${isolate(note.deletedBy)}`}
        </p>
      ) : (
        <p className="m-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
          <bdi data-personal>{note.text}</bdi>
        </p>
      )}
      <p className="m-0 mt-1 flex flex-wrap items-center gap-x-2 text-label text-ink-3">
        <bdi className="[overflow-wrap:anywhere]">{note.writtenBy}</bdi>
        <DateTime utc={note.writtenAtUtc} zone={zone} />
        {note.isDeletable && <DeleteNote {...{ note, paymentId }} />}
      </p>
    </li>
  );
}

function DeleteNote({ note, paymentId }: { note: PaymentNote; paymentId: string }) {
  const { noteId, isOwn, writtenBy } = note;
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const write = useWrite(
    () => call(deletePaymentNote, { params: { paymentId, noteId } }),
    () => {
      setIsOpen(false);
      invalidate(queryClient, notesQuery(paymentId).queryKey);
    },
  );
  return (
    <>
      <Button variant="quiet" size="s" className="ml-auto" onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        {...{ write, isOpen }}
        onClose={() => setIsOpen(false)}
        onConfirm={() => write.run(undefined)}
        title="Delete this note?"
        description={
          isOwn
            ? 'Its text is removed for everyone. That you wrote a note, and when, stays on the payment.'
            : `Its text is removed for everyone. That ${isolate(writtenBy)} wrote a note and that you deleted it stays on the payment. You can delete it because their account is disabled.`
        }
        action="Delete note"
        isDangerous
        undone="The note was not deleted."
      />
    </>
  );
}

const schema = z.object({ text: requiredText(addPaymentNote.body.shape.text, 'The note') });

function NoteForm({ paymentId }: { paymentId: string }) {
  const queryClient = useQueryClient();
  const isReadOnly = useIsReadOnly();
  const write = useWrite(
    (body: z.output<typeof schema>) => call(addPaymentNote, { params: { paymentId }, body }),
    () => invalidate(queryClient, notesQuery(paymentId).queryKey),
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
