import { type ReactNode, Suspense, useState } from 'react';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import type { MenuEntry } from '#design/overlay/menu-entry.ts';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { personText } from '#design/text/person-text.ts';
import { paramsOf, type Values } from '#lists/filters.ts';
import type { List } from '#lists/list.ts';
import { useIsReadOnly, usePermitted } from '#platform/session/use-session.ts';
import { SaveChanges, SaveForTeam, SaveView, type SaveViewProps } from './save-buttons.tsx';
import type { SavedViewScope } from './saved-views.ts';
import type { OnColumns } from './use-columns.ts';
import { useViews, type ViewsOf } from './use-views.ts';
import { type NamedView, searchOf, type TeamView } from './view-names.ts';

interface ListViewsProps<Row, Search, Context> extends ViewsOf<Row, Search, Context> {
  hrefOf: (search: Search) => string;
  /** The API refused this search, so it cannot be saved. */
  isRefused?: boolean | undefined;
  /** The content after the views; receives the buttons that save the filters and columns when they differ from the open view. */
  children: (save: ReactNode) => ReactNode;
}

/** The views of a list: built-in ones, the user's own and the merchant's saved ones. Each is a link. */
export function ListViews<Row, Search, Context>(props: ListViewsProps<Row, Search, Context>) {
  const { list, given, search, shown, onColumns, hrefOf, isRefused, children } = props;
  const { scope, filters, all, own, shared, mine, current, changed } = useViews(props);
  const names = { given: [...given, ...shared], own, scope: useIsReadOnly() ? undefined : scope };
  const isMine = (view: NamedView) => own.includes(view);
  const saveColumns = (view: NamedView) => {
    mine.change(view, { columns: shown });
    onColumns(shown);
  };
  const save = !current && !isRefused && (
    <>
      {changed && isMine(changed) && <SaveChanges onClick={() => saveColumns(changed)} />}
      {changed && isTeamView(changed) && scope && (
        <Suspense>
          <SaveForTeam
            view={changed}
            headers={new Map(list.columns.map(({ id, header }) => [id, header]))}
            {...{ scope, shown }}
          />
        </Suspense>
      )}
      <SaveView {...names} search={filters} columns={shown} onName={mine.add} onShared={onColumns} />
    </>
  );
  return (
    <>
      <ViewsBar
        label="Views"
        views={all.map((view) => ({
          label: view.name,
          href: hrefOf({ ...list.search.clear(search), ...ofView(list, view) }),
          isCurrent: view === current,
          sharing: isTeamView(view) ? sharingLabel(view) : undefined,
        }))}
        action={
          <>
            {current && isMine(current) && <OwnView view={current} {...names} {...{ mine, onColumns }} />}
            {current && isTeamView(current) && scope && <SharedViewMenu view={current} scope={scope} />}
          </>
        }
      />
      {children(save)}
    </>
  );
}

const isTeamView = (view: NamedView): view is TeamView => 'viewId' in view;

const sharingLabel = (view: TeamView): string =>
  view.isOwn ? 'Shared by you' : `Shared by ${personText(view, 'sharedBy')}`;

/** The filters and columns of a view; the rest of the address is kept. */
function ofView<Row, Search, Context>({ search: of }: List<Row, Search, Context>, view: NamedView): object {
  const search = searchOf(of, view) as Values;
  const filters = of.filters.flatMap(paramsOf).map((param) => [param, search[param]]);
  return { ...Object.fromEntries(filters), columns: view.columns };
}

const RenameDialog = lazyDialog(() => import('./view-form.tsx').then((module) => module.RenameDialog));
const ShareDialog = lazyDialog(() => import('./share-dialogs.tsx').then((module) => module.ShareDialog));
const UnshareDialog = lazyDialog(() => import('./share-dialogs.tsx').then((module) => module.UnshareDialog));

interface OwnViewProps extends Pick<SaveViewProps, 'given' | 'own' | 'scope'> {
  view: NamedView;
  mine: Omit<ReturnType<typeof useViews>['mine'], 'add'>;
  onColumns: OnColumns;
}

function OwnView({ mine, onColumns, ...props }: OwnViewProps) {
  const { view, scope } = props;
  const [isRenaming, setIsRenaming] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const share: MenuEntry = { id: 'share', label: 'Share with the team…', onSelect: () => setIsSharing(true) };
  const moveToTeam = (columns: string | undefined) => {
    mine.remove(view);
    onColumns(columns);
  };
  return (
    <span className="-mt-1 -ml-4">
      <RowMenu
        label={`View ${view.name}`}
        entries={[
          { id: 'rename', label: 'Rename…', onSelect: () => setIsRenaming(true) },
          ...(scope ? [share] : []),
          { id: 'delete', label: 'Delete', tone: 'bad', onSelect: () => mine.remove(view) },
        ]}
      />
      <RenameDialog
        {...props}
        isOpen={isRenaming}
        onName={(name) => mine.change(view, { name })}
        onClose={() => setIsRenaming(false)}
      />
      {scope && (
        <ShareDialog
          {...{ view, scope, isOpen: isSharing }}
          onShared={moveToTeam}
          onClose={() => setIsSharing(false)}
        />
      )}
    </span>
  );
}

function SharedViewMenu({ view, scope }: { view: TeamView; scope: SavedViewScope }) {
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
