import { ConfirmDialog } from '#forms/action-dialog.tsx';
import type { SavedViewScope } from './saved-views.ts';
import { useBase } from '#platform/writes/use-base.ts';
import { useChangeView, useShare, useUnshare } from './saved-view-writes.ts';
import type { NamedView, TeamView } from './view-names.ts';

interface ShareDialogProps<View> {
  view: View;
  scope: SavedViewScope;
  isOpen: boolean;
  onClose: () => void;
}

interface ShareOwnProps extends ShareDialogProps<NamedView> {
  /** The view is shared, with these columns. */
  onShared: (columns: string | undefined) => void;
}

export function ShareDialog({ onShared, ...props }: ShareOwnProps) {
  const { view, scope, isOpen, onClose } = props;
  const write = useShare(scope, (columns) => {
    onClose();
    onShared(columns);
  });
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      onConfirm={() => write.run(view)}
      title={
        <>
          Share the view “<bdi>{view.name}</bdi>” with your team?
        </>
      }
      description="Everyone who can view this list sees the view, with your name next to it."
      action="Share view"
      undone="The view was not shared."
    />
  );
}

/** Deletes a shared view for the whole team. */
export function UnshareDialog({ view, scope, isOpen, onClose }: ShareDialogProps<TeamView>) {
  const write = useUnshare(scope, onClose);
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      onConfirm={() => write.run(view)}
      title={
        <>
          Delete the view “<bdi>{view.name}</bdi>”?
        </>
      }
      description="It is removed for everyone on your team. No payment changes."
      action="Delete view"
      isDangerous
      undone="The view was not deleted."
    />
  );
}

interface ChangeDialogProps extends ShareDialogProps<TeamView> {
  /** The columns that the user sees. */
  shown: string;
  namesOf: (columns: string) => string;
}

/** Saves the shown columns in a shared view; shows them next to those that the team sees until then. */
export function ChangeDialog({ view, scope, shown, namesOf, isOpen, onClose }: ChangeDialogProps) {
  const [base, rebase] = useBase(view.version, isOpen);
  const write = useChangeView(scope, base, onClose);
  if (write.refusal?.isChanged === true && base !== view.version) rebase(view.version);
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      onConfirm={() => write.run({ viewId: view.viewId, columns: shown })}
      title={
        <>
          Change the view “<bdi>{view.name}</bdi>” for your team?
        </>
      }
      description="Everyone who opens it sees these columns. Its filters stay as they are."
      action="Save for everyone"
      undone="The view was not changed."
    >
      <dl className="m-0 grid gap-2.5">
        <div>
          <dt className="text-label text-ink-3">Now</dt>
          <dd className="m-0">
            {view.columns === undefined ? 'The columns that each person chose' : namesOf(view.columns)}
          </dd>
        </div>
        <div>
          <dt className="text-label text-ink-3">After</dt>
          <dd className="m-0">{namesOf(shown)}</dd>
        </div>
      </dl>
    </ConfirmDialog>
  );
}
