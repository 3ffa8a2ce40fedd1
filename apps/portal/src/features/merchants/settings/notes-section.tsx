import { useQuery } from '@tanstack/react-query';
import type { MerchantNote } from '@volume/contract/merchants/merchant-notes.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatCount } from '#design/text/format-text.ts';
import { personText } from '#design/text/person-text.ts';
import { PartError } from '#lists/part-error.tsx';
import { useZone } from '#platform/preferences.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { merchantNotesQuery } from './settings-query.ts';

/** The administrators' notes, newest first; the merchant never sees them. */
export function NotesSection({ merchantId }: { merchantId: string }) {
  const { data, error, isFetching, refetch } = useQuery(merchantNotesQuery(merchantId));
  const disabledReason = useChangeDisabledReason();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title="Notes"
      aside={data && formatCount(data.length)}
      action={
        <Button size="s" disabledReason={disabledReason} onClick={() => setIsOpen(true)}>
          Add note
        </Button>
      }
    >
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
      <AddDialog {...{ merchantId, isOpen }} onClose={() => setIsOpen(false)} />
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
        <bdi className="[overflow-wrap:anywhere]">{personText(note, 'writtenBy')}</bdi>{' '}
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

const AddDialog = lazyDialog(() => import('./note-dialogs.tsx').then((module) => module.AddDialog));
const CorrectDialog = lazyDialog(() => import('./note-dialogs.tsx').then((module) => module.CorrectDialog));
const RemoveDialog = lazyDialog(() => import('./note-dialogs.tsx').then((module) => module.RemoveDialog));
