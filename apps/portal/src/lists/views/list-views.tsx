import type { SavedView } from '@volume/contract/saved-views/saved-views.ts';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { paramsOf, type Values } from '#lists/filters.ts';
import { filtersOf, type NamedView, readOwnViews, searchOf } from './view-names.ts';
import type { List } from '#lists/list.ts';
import { useStored } from '#lists/stored.ts';
import { useIsReadOnly, usePermitted } from '#platform/session/use-session.ts';
import { type SavedViewScope, useSavedViews } from './saved-views.ts';

interface ListViewsProps<Row, Search, Context> {
  list: List<Row, Search, Context>;
  given: readonly NamedView[];
  search: Search;
  hrefOf: (search: Search) => string;
  /** True for administrators' lists over all merchants. */
  isForAll: boolean;
  /** The API refused this search, so it cannot be saved. */
  isRefused?: boolean | undefined;
  /** What follows; receives the button that saves the filters as a view when they differ from the open one. */
  children: (save: ReactNode) => ReactNode;
}

/** The views of a list: built-in ones, the user's own and the merchant's saved ones. Each is a link. */
export function ListViews<Row, Search, Context>(props: ListViewsProps<Row, Search, Context>) {
  const { list, given, search, hrefOf, isForAll, isRefused, children } = props;
  const [text, write] = useStored(`${list.storage}_views`, isForAll);
  const { scope, views } = useSavedViews(list, isForAll);
  const shared = views.filter((view) => given.every((each) => each.search !== view.search));
  const stored = readOwnViews(list.search, text);
  // Hides the user's own view when the team shares the same filters.
  const own = stored.filter((view) => shared.every((each) => each.search !== view.search));
  const keep = (next: readonly NamedView[]) => write(JSON.stringify(next));
  const here = filtersOf(list.search, search);
  const all = [...given, ...own, ...shared];
  const current = all.find((view) => view.search === here);
  const mine = own.find((view) => view === current);
  const ours = shared.find((view) => view === current);
  const names = { given: [...given, ...shared], own, scope: useIsReadOnly() ? undefined : scope };
  const save = !current && !isRefused && (
    <SaveView {...names} search={here} onName={(name) => keep([...stored, { name, search: here }])} />
  );
  return (
    <>
      <ViewsBar
        label="Views"
        views={all.map((view) => ({
          label: view.name,
          href: hrefOf({ ...list.search.clear(search), ...onlyFilters(list, searchOf(list.search, view)) }),
          isCurrent: view === current,
          sharing: 'sharedBy' in view ? sharingLabel(view as SavedView) : undefined,
        }))}
        action={
          <>
            {mine && (
              <OwnView
                view={mine}
                {...names}
                onName={(name) => keep(stored.map((view) => (view === mine ? { ...view, name } : view)))}
                onDelete={() => keep(stored.filter((view) => view !== mine))}
              />
            )}
            {ours && scope && <SharedViewMenu view={ours} scope={scope} />}
          </>
        }
      />
      {children(save)}
    </>
  );
}

const sharingLabel = ({ isOwn, sharedBy }: SavedView): string => (isOwn ? 'Shared by you' : `Shared by ${sharedBy}`);

/** The filters of a view; the rest of the address is kept. */
const onlyFilters = <Row, Search, Context>(
  { search: { filters } }: List<Row, Search, Context>,
  search: Search,
): object => Object.fromEntries(filters.flatMap(paramsOf).map((param) => [param, (search as Values)[param]]));

interface OwnProps {
  /** Views with names that are taken, besides the user's own. */
  given: readonly NamedView[];
  own: readonly NamedView[];
  /** Undefined where views cannot be shared. */
  scope: SavedViewScope | undefined;
  onName: (name: string) => void;
}

function SaveView(props: OwnProps & { search: string }) {
  return (
    <PopoverButton
      title="Save view"
      align="end"
      className="font-medium whitespace-nowrap text-act hover:underline"
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

const RenameDialog = lazyDialog(() => import('./view-form.tsx').then((module) => module.RenameDialog));
const ShareDialog = lazyDialog(() => import('./share-dialogs.tsx').then((module) => module.ShareDialog));
const UnshareDialog = lazyDialog(() => import('./share-dialogs.tsx').then((module) => module.UnshareDialog));

function OwnView({ onDelete, ...props }: OwnProps & { view: NamedView; onDelete: () => void }) {
  const { view, scope } = props;
  const [isRenaming, setIsRenaming] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const share: MenuEntry = { id: 'share', label: 'Share with the team…', onSelect: () => setIsSharing(true) };
  return (
    <span className="-mt-1 -ml-4">
      <RowMenu
        label={`View ${view.name}`}
        entries={[
          { id: 'rename', label: 'Rename…', onSelect: () => setIsRenaming(true) },
          ...(scope ? [share] : []),
          { id: 'delete', label: 'Delete', tone: 'bad', onSelect: onDelete },
        ]}
      />
      <RenameDialog isOpen={isRenaming} onClose={() => setIsRenaming(false)} {...props} />
      {scope && <ShareDialog {...{ view, scope, isOpen: isSharing, onDelete }} onClose={() => setIsSharing(false)} />}
    </span>
  );
}

function SharedViewMenu({ view, scope }: { view: SavedView; scope: SavedViewScope }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayDeleteAny = usePermitted(['EDIT_SETTINGS']);
  const others = mayDeleteAny || view.isOwn ? undefined : 'Only they or someone who can change settings can delete it';
  const reason = useIsReadOnly() ? 'You have read-only access' : others;
  return (
    <span className="-mt-1 -ml-4">
      <RowMenu
        label={`View ${view.name}`}
        entries={[
          { kind: 'heading', id: 'who', label: sharingLabel(view) },
          { id: 'delete', label: 'Delete…', tone: 'bad', disabledReason: reason, onSelect: () => setIsOpen(true) },
        ]}
      />
      <UnshareDialog {...{ view, scope, isOpen }} onClose={() => setIsOpen(false)} />
    </span>
  );
}
