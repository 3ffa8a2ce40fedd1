import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addMerchantNote,
  correctMerchantNote,
  type MerchantNote,
  MerchantNoteText,
  removeMerchantNote,
} from '@volume/contract/merchants/merchant-notes.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#design/controls/button.tsx';
import { TextArea } from '#design/controls/text-field.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { ConfirmDialog, FormDialog } from '#forms/action-dialog.tsx';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { PartError } from '#lists/part-error.tsx';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useAfter, useWrite } from '#platform/writes/use-write.ts';
import { merchantNotesQuery } from './settings-query.ts';

/** The administrators' notes, newest first; the merchant never sees them. */
export function NotesSection({ merchantId }: { merchantId: string }) {
  const { data, error, isFetching, refetch } = useQuery(merchantNotesQuery(merchantId));
  return (
    <Section title="Notes" aside={data && formatCount(data.length)}>
      <NoteForm merchantId={merchantId} />
      {error && !data && <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonLines count={3} />}
      {data?.length === 0 && <p className="m-0 text-ink-3">No notes yet.</p>}
      {data && data.length > 0 && (
        <ul className="m-0 list-none border-t border-line p-0">
          {data.map((note) => (
            <Note key={note.noteId} {...{ note, merchantId }} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface NoteProps {
  note: MerchantNote;
  merchantId: string;
}

function Note({ note, merchantId }: NoteProps) {
  const zone = useZone();
  const [opened, setOpened] = useState<'correct' | 'remove'>();
  const disabledReason = useChangeDisabledReason();
  const close = () => setOpened(undefined);
  return (
    <li className="border-b border-line py-2.5">
      <p className="m-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
        <bdi data-personal>{note.text}</bdi>
      </p>
      <p className="m-0 mt-1 text-label text-ink-3">
        <bdi className="[overflow-wrap:anywhere]">{note.writtenBy}</bdi>{' '}
        <DateTime utc={note.writtenAtUtc} zone={zone} />
        {note.correctedAtUtc !== null && ', corrected'}
      </p>
      {note.isOwn && (
        <div className="mt-1 -ml-2 flex gap-1 print:hidden">
          <Button variant="quiet" size="s" disabledReason={disabledReason} onClick={() => setOpened('correct')}>
            Correct
          </Button>
          <Button variant="quiet" size="s" disabledReason={disabledReason} onClick={() => setOpened('remove')}>
            Remove
          </Button>
        </div>
      )}
      {note.isOwn && (
        <>
          <CorrectDialog
            key={note.correctedAtUtc}
            {...{ note, merchantId }}
            isOpen={opened === 'correct'}
            onClose={close}
          />
          <RemoveDialog {...{ note, merchantId }} isOpen={opened === 'remove'} onClose={close} />
        </>
      )}
    </li>
  );
}

const schema = z.object({ text: requiredText(MerchantNoteText, 'The note') });
type Body = z.output<typeof schema>;

function useNoteWrite<Given>(merchantId: string, send: (given: Given) => Promise<unknown>, onDone?: () => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (given: Given) =>
      send(given).finally(
        () => void queryClient.invalidateQueries({ queryKey: merchantNotesQuery(merchantId).queryKey }),
      ),
    () => onDone?.(),
  );
}

function NoteForm({ merchantId }: { merchantId: string }) {
  const disabledReason = useChangeDisabledReason();
  const write = useNoteWrite(merchantId, (body: Body) => call(addMerchantNote, { params: { merchantId }, body }));
  const form = useForm({ schema, values: { text: '' }, write });
  useAfter(write, () => form.reset());
  return (
    <form {...form.element} className="mb-5 grid gap-2.5 print:hidden">
      <TextArea
        label="New note"
        hint="Seen by all administrators of the platform, never by the merchant."
        rows={3}
        data-personal
        {...form.text('text')}
      />
      {write.refusal && !form.isOnField && <WriteRefusal refusal={write.refusal} undone="The note was not added." />}
      <div>
        <Button type="submit" busy={write.isBusy} disabledReason={disabledReason}>
          Add note
        </Button>
      </div>
    </form>
  );
}

type DialogProps = NoteProps & { isOpen: boolean; onClose: () => void };

function CorrectDialog({ note, merchantId, isOpen, onClose }: DialogProps) {
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

function RemoveDialog({ note, merchantId, isOpen, onClose }: DialogProps) {
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
