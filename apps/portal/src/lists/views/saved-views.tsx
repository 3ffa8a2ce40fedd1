import { type ReactNode, useState } from 'react';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { paramsOf, type Values } from '#lists/filters.ts';
import { filtersOf, readViews, type SavedView, searchOf } from './view-names.ts';
import type { List } from '#lists/list.ts';
import { useStored } from '#lists/stored.ts';

interface ListViewsProps<Row, Search, Context> {
  list: List<Row, Search, Context>;
  given: readonly SavedView[];
  search: Search;
  /** The list with this search. */
  hrefOf: (search: Search) => string;
  /** True for administrators' lists over all merchants. */
  isForAll: boolean;
  children?: ReactNode;
}

/** The views of a list side by side, the person's own behind the given ones; each is an address. */
export function ListViews<Row, Search, Context>(props: ListViewsProps<Row, Search, Context>) {
  const { list, given, search, hrefOf, isForAll, children } = props;
  const [text, write] = useStored(`${list.storage}_views`, isForAll);
  const own = readViews(list.search, text);
  const save = (next: readonly SavedView[]) => write(JSON.stringify(next));
  const here = filtersOf(list.search, search);
  const current = [...given, ...own].find((view) => view.search === here);
  const mine = own.find((view) => view === current);
  return (
    <ViewsBar
      label="Views"
      views={[...given, ...own].map((view) => ({
        label: view.name,
        href: hrefOf({ ...list.search.clear(search), ...onlyFilters(list, searchOf(list.search, view)) }),
        isCurrent: view === current,
      }))}
      action={
        <>
          {mine && (
            <OwnView
              view={mine}
              {...{ given, own }}
              onName={(name) => save(own.map((view) => (view === mine ? { ...view, name } : view)))}
              onDelete={() => save(own.filter((view) => view !== mine))}
            />
          )}
          {!current && <SaveView {...{ given, own }} onName={(name) => save([...own, { name, search: here }])} />}
          {children}
        </>
      }
    />
  );
}

/** What a view says of the filters; the rest of the address stays as it is. */
const onlyFilters = <Row, Search, Context>(
  { search: { filters } }: List<Row, Search, Context>,
  search: Search,
): object => Object.fromEntries(filters.flatMap(paramsOf).map((param) => [param, (search as Values)[param]]));

const quietClass = 'mb-[11px] text-ink-3 hover:text-ink aria-expanded:text-ink';

interface OwnProps {
  given: readonly SavedView[];
  own: readonly SavedView[];
  onName: (name: string) => void;
}

function SaveView(names: OwnProps) {
  return (
    <PopoverButton
      title="Save view"
      className={quietClass}
      load={() => import('./view-form.tsx')}
      content={(close, { ViewForm }) => (
        <div className="w-[280px] p-3.5">
          <ViewForm {...names} onClose={close} />
        </div>
      )}
    >
      + Save view
    </PopoverButton>
  );
}

const RenameDialog = lazyDialog(() => import('./view-form.tsx').then((module) => module.RenameDialog));

function OwnView({ onDelete, ...view }: OwnProps & { view: SavedView; onDelete: () => void }) {
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <span className="-mt-1 -ml-4">
      <RowMenu
        label={`View ${view.view.name}`}
        entries={[
          { id: 'rename', label: 'Rename…', onSelect: () => setIsRenaming(true) },
          { id: 'delete', label: 'Delete', tone: 'bad', onSelect: onDelete },
        ]}
      />
      <RenameDialog isOpen={isRenaming} onClose={() => setIsRenaming(false)} {...view} />
    </span>
  );
}
