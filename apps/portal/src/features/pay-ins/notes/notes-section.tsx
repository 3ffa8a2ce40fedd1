import * as z from 'zod/mini';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import {
  deletePaymentNote,
  type PaymentNote,
  type PaymentReview,
  addPaymentNote,
} from '@volume/contract/pay-ins/notes.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { isolate } from '#design/text/format-text.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { personText } from '#design/text/person-text.ts';
import { PartError } from '#lists/part-error.tsx';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { useNow } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { usePermitted, useIsReadOnly } from '#platform/session/use-session.ts';
import { useWrite, useAfter } from '#platform/writes/use-write.ts';
import { attentionOf, notesQuery } from './notes-query.ts';
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
  // The strip under the amount shows a review without a note, unless the payment no longer needs attention.
  const isInStrip = attentionOf(row, useNow()) !== undefined;
  const review =
    data?.review && (data.review.note !== null || (data.review.isCurrent && !isInStrip)) ? data.review : null;
  const isEmpty = !data || (data.notes.length === 0 && review === null);
  return (
    <div className={isEmpty ? 'print:hidden' : undefined}>
      <Section title="Notes">
        {error && !data && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
        {!error && !data && <SkeletonLines count={2} />}
        {data && (
          <>
            {isEmpty && !mayWrite && <p className="m-0 text-ink-3">No notes yet.</p>}
            {!isEmpty && (
              <ul className="m-0 mb-4 list-none border-t border-line p-0">
                {review && <ReviewNote review={review} zone={zone} />}
                {data.notes.map((note) => (
                  <Note key={note.noteId} {...{ note, paymentId, zone }} />
                ))}
              </ul>
            )}
            {mayWrite && <NoteForm paymentId={paymentId} />}
          </>
        )}
      </Section>
    </div>
  );
}

function ReviewNote({ review, zone }: { review: PaymentReview; zone: string }) {
  return (
    <li className="border-b border-line py-2.5">
      {review.note !== null && (
        <p className="m-0 mb-1 [overflow-wrap:anywhere] whitespace-pre-wrap">
          <bdi data-personal>{review.note}</bdi>
        </p>
      )}
      <p className="m-0 text-label text-ink-3">
        Reviewed by <bdi className="[overflow-wrap:anywhere]">{personText(review, 'reviewedBy')}</bdi>,{' '}
        <DateTime utc={review.reviewedAtUtc} zone={zone} />
        {!review.isCurrent && ', before the payment changed'}
      </p>
    </li>
  );
}

function Note({ note, paymentId, zone }: { note: PaymentNote; paymentId: string; zone: string }) {
  return (
    <li className="border-b border-line py-2.5">
      {note.text === null ? (
        <p className="m-0 text-ink-3 italic">
          {note.deletedBy === null ? 'Deleted by its author' : `Deleted by ${isolate(personText(note, 'deletedBy'))}`}
        </p>
      ) : (
        <p className="m-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
          <bdi data-personal>{note.text}</bdi>
        </p>
      )}
      <p className="m-0 mt-1 flex flex-wrap items-center gap-x-2 text-label text-ink-3">
        <bdi className="[overflow-wrap:anywhere]">{personText(note, 'writtenBy')}</bdi>
        <DateTime utc={note.writtenAtUtc} zone={zone} />
        {note.isDeletable && <DeleteNote {...{ note, paymentId }} />}
      </p>
    </li>
  );
}

function DeleteNote({ note, paymentId }: { note: PaymentNote; paymentId: string }) {
  const { noteId, isOwn } = note;
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
            : `Its text is removed for everyone. That ${isolate(personText(note, 'writtenBy'))} wrote a note and that you deleted it stays on the payment. You can delete it because their account is disabled.`
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
  const [isOpen, setIsOpen] = useState(false);
  useAfter(write, () => form.reset());
  return (
    <form {...form.element} className="grid gap-2.5 print:hidden">
      <TextArea
        label="New note"
        hint={isOpen ? 'Seen by everyone who can view this payment, never by the payer.' : undefined}
        rows={isOpen ? 3 : 1}
        onFocus={() => setIsOpen(true)}
        {...form.text('text')}
      />
      {write.refusal && !form.isOnField && <WriteRefusal refusal={write.refusal} undone="The note was not added." />}
      {isOpen && (
        <div>
          <Button
            type="submit"
            busy={write.isBusy}
            disabledReason={isReadOnly ? 'You have read-only access' : undefined}
          >
            Add note
          </Button>
        </div>
      )}
    </form>
  );
}
