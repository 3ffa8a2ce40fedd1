import { useState } from 'react';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { useIsReadOnly, usePermitted } from '#platform/session/use-session.ts';
import { SaveChanges } from './save-buttons.tsx';
import { changeCall, type SavedViewScope } from './saved-views.ts';
import type { TeamView } from './view-names.ts';

const ChangeDialog = lazyDialog(() => import('./share-dialogs.tsx').then((module) => module.ChangeDialog));

interface SaveForTeamProps {
  /** The headers of all columns by their ids. */
  headers: ReadonlyMap<string, string>;
  /** The columns that the user sees. */
  shown: string;
  view: TeamView;
  scope: SavedViewScope;
}

/** Changes a shared view, after a question. Users who cannot change it can only save another one. */
export function SaveForTeam({ headers, ...props }: SaveForTeamProps) {
  const { view } = props;
  const [isOpen, setIsOpen] = useState(false);
  const mayChangeAny = usePermitted(['EDIT_SETTINGS']);
  const isReadOnly = useIsReadOnly();
  const isSupported = useCanDo(changeCall);
  if (isReadOnly || !isSupported || !(mayChangeAny || view.isOwn)) return null;
  return (
    <>
      <SaveChanges onClick={() => setIsOpen(true)} />
      <ChangeDialog
        {...props}
        namesOf={(columns) =>
          columns
            .split('.')
            .flatMap((id) => headers.get(id) ?? [])
            .join(', ')
        }
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
