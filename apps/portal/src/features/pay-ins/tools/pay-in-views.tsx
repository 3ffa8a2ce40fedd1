import { useState } from 'react';
import { Dialog } from '#design/overlay/dialog.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { RowMenu } from '#design/overlay/row-menu.tsx';
import { ViewsBar } from '#design/layout/views-bar.tsx';
import { useKept } from '#platform/lists/kept.ts';
import type { PayInSearch } from '#features/pay-ins/pay-in-search.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { filtersOf, givenViews, readViews, type SavedView, searchOf, whyNotName } from './saved-views.ts';
import { ViewForm } from './view-form.tsx';

interface PayInViewsProps {
  search: PayInSearch;
  /** The list with these filters, from its first page. */
  viewHref: (filters: Partial<PayInSearch>) => string;
  /** True for the administrators' list over all merchants. */
  isForAll: boolean;
}

/** The views of a list side by side, the person's own behind the given ones; each is an address. */
export function PayInViews({ search, viewHref, isForAll }: PayInViewsProps) {
  const [text, keep] = useKept('pay_in_views', isForAll);
  const views = readViews(text);
  const write = (next: readonly SavedView[]) => keep(JSON.stringify(next));
  const here = filtersOf(search);
  const current = [...givenViews, ...views].find((view) => view.search === here);
  const own = views.find((view) => view === current);
  return (
    <ViewsBar
      label="Views"
      views={[...givenViews, ...views].map((view) => ({
        label: view.name,
        href: viewHref({ ...searchOf(view), rows: search.rows, applicationId: search.applicationId }),
        isCurrent: view === current,
      }))}
      action={
        <>
          {own && (
            <OwnView
              view={own}
              views={views}
              onRename={(name) => write(views.map((view) => (view === own ? { ...view, name } : view)))}
              onDelete={() => write(views.filter((view) => view !== own))}
            />
          )}
          {!current && <SaveView views={views} onSave={(name) => write([...views, { name, search: here }])} />}
          <ColumnChooser isForAll={isForAll} />
        </>
      }
    />
  );
}

const quietClass = 'mb-[11px] text-ink-3 hover:text-ink aria-expanded:text-ink';

function SaveView({ views, onSave }: { views: readonly SavedView[]; onSave: (name: string) => void }) {
  return (
    <PopoverButton
      title="Save view"
      className={quietClass}
      content={(close) => (
        <div className="w-[280px] p-3.5">
          <ViewForm
            name=""
            action="Save view"
            check={(name) => whyNotName(name, views)}
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
  views: readonly SavedView[];
  onRename: (name: string) => void;
  onDelete: () => void;
}

function OwnView({ view, views, onRename, onDelete }: OwnViewProps) {
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
      <Dialog isOpen={isRenaming} onClose={() => setIsRenaming(false)} title={`Rename ${view.name}`}>
        <ViewForm
          key={String(isRenaming)}
          name={view.name}
          action="Rename"
          check={(name) => whyNotName(name, views, view.name)}
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
