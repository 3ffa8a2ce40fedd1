import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '#design/overlay/dialog.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { paramsOf, type Values } from '#lists/filters.ts';
import { filtersOf, readViews, type SavedView, searchOf, whyNotName } from './view-names.ts';
import type { List } from '#lists/list.ts';
import { useStored } from '#lists/stored.ts';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';

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
              check={(name) => whyNotName(name, { given, own }, mine.name)}
              onRename={(name) => save(own.map((view) => (view === mine ? { ...view, name } : view)))}
              onDelete={() => save(own.filter((view) => view !== mine))}
            />
          )}
          {!current && (
            <SaveView
              check={(name) => whyNotName(name, { given, own })}
              onSave={(name) => save([...own, { name, search: here }])}
            />
          )}
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

type Check = (name: string) => string | undefined;

const quietClass = 'mb-[11px] text-ink-3 hover:text-ink aria-expanded:text-ink';

function SaveView({ check, onSave }: { check: Check; onSave: (name: string) => void }) {
  return (
    <PopoverButton
      title="Save view"
      className={quietClass}
      content={(close) => (
        <div className="w-[280px] p-3.5">
          <ViewForm
            name=""
            action="Save view"
            check={check}
            onName={(name) => {
              close();
              onSave(name);
            }}
            onCancel={close}
          />
        </div>
      )}
    >
      + Save view
    </PopoverButton>
  );
}

interface OwnViewProps {
  view: SavedView;
  check: Check;
  onRename: (name: string) => void;
  onDelete: () => void;
}

function OwnView({ view, check, onRename, onDelete }: OwnViewProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <span className="-mt-1 -ml-4">
      <RowMenu
        label={`View ${view.name}`}
        entries={[
          { id: 'rename', label: 'Rename…', onSelect: () => setIsRenaming(true) },
          { id: 'delete', label: 'Delete', tone: 'bad', onSelect: onDelete },
        ]}
      />
      <Dialog
        isOpen={isRenaming}
        onClose={() => setIsRenaming(false)}
        title={
          <>
            Rename <bdi>{view.name}</bdi>
          </>
        }
      >
        <ViewForm
          key={String(isRenaming)}
          name={view.name}
          action="Rename"
          check={check}
          onName={(name) => {
            setIsRenaming(false);
            onRename(name);
          }}
          onCancel={() => setIsRenaming(false)}
        />
      </Dialog>
    </span>
  );
}

interface ViewFormProps {
  name: string;
  action: string;
  /** What is wrong with a name, undefined when nothing is. */
  check: (name: string) => string | undefined;
  onName: (name: string) => void;
  onCancel: () => void;
}

/** Names a view. */
function ViewForm({ name: given, action, check, onName, onCancel }: ViewFormProps) {
  const [name, setName] = useState(given);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = check(name);
    setError(wrong);
    if (wrong === undefined) onName(name.trim());
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5">
      <TextField
        label="View name"
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="primary" type="submit">
          {action}
        </Button>
      </div>
    </form>
  );
}
