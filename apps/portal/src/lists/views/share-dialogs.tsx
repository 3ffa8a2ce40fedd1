import type { SavedView } from '@volume/contract/saved-views/saved-views.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import type { SavedViewScope } from './saved-views.ts';
import { useShare, useUnshare } from './saved-view-writes.ts';
import type { NamedView } from './view-names.ts';

interface ShareDialogProps<View> {
  view: View;
  scope: SavedViewScope;
  isOpen: boolean;
  onClose: () => void;
}

export function ShareDialog({ onDelete, ...props }: ShareDialogProps<NamedView> & { onDelete: () => void }) {
  const { view, scope, isOpen, onClose } = props;
  const write = useShare(scope, () => {
    onClose();
    onDelete();
  });
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      onConfirm={() => write.run(view)}
      title={
        <>
          Share the view <bdi>{view.name}</bdi> with your team?
        </>
      }
      description="Everyone who can view this list sees the view, with your email address next to it."
      action="Share view"
      undone="The view was not shared."
    />
  );
}

/** Deletes a shared view for the whole team. */
export function UnshareDialog({ view, scope, isOpen, onClose }: ShareDialogProps<SavedView>) {
  const write = useUnshare(scope, onClose);
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      onConfirm={() => write.run(view)}
      title={
        <>
          Delete the view <bdi>{view.name}</bdi>?
        </>
      }
      description="It is removed for everyone on your team. No payment changes."
      action="Delete view"
      isDangerous
      undone="The view was not deleted."
    />
  );
}
