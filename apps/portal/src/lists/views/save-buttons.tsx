import { lazy } from 'react';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import type { SavedViewScope } from './saved-views.ts';
import type { OnColumns } from './use-columns.ts';
import type { NamedView } from './view-names.ts';

/** Only a user who has changed a shared view needs it. */
export const SaveForTeam = lazy(() =>
  import('./save-for-team.tsx').then((module) => ({ default: module.SaveForTeam })),
);

const saveClass = 'font-medium whitespace-nowrap text-act hover:underline';

/** Saves the columns of the view that was open. */
export const SaveChanges = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className={saveClass} onClick={onClick}>
    Save changes
  </button>
);

export interface SaveViewProps {
  /** Views whose names are taken, besides the user's own. */
  given: readonly NamedView[];
  own: readonly NamedView[];
  /** Undefined where views cannot be shared. */
  scope: SavedViewScope | undefined;
  search: string;
  /** The columns that the user sees. */
  columns: string;
  onName: (name: string) => void;
  /** The view is shared, with the columns that it has there. */
  onShared: OnColumns;
}

/** Saves the filters and columns under a name. */
export function SaveView(props: SaveViewProps) {
  return (
    <PopoverButton
      title="Save view"
      align="end"
      className={saveClass}
      load={() => import('./view-form.tsx')}
      content={(close, { ViewForm }) => (
        <div className="w-[280px] p-3.5">
          <ViewForm {...props} onClose={close} />
        </div>
      )}
    >
      Save as view
    </PopoverButton>
  );
}
