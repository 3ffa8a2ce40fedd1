import { ConfirmDialog } from '#forms/action-dialog.tsx';
import type { TeamPlace } from './team-views.ts';
import { useShare, useUnshare } from './team-writes.ts';
import type { SavedView, TeamView } from './view-names.ts';

interface TeamDialogProps<View> {
  view: View;
  place: TeamPlace;
  isOpen: boolean;
  onClose: () => void;
}

export function ShareDialog({ onDelete, ...props }: TeamDialogProps<SavedView> & { onDelete: () => void }) {
  const { view, place, isOpen, onClose } = props;
  const write = useShare(place, () => {
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
export function UnshareDialog({ view, place, isOpen, onClose }: TeamDialogProps<TeamView>) {
  const write = useUnshare(place, onClose);
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
