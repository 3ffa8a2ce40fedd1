import { useDeferredValue, useState, useSyncExternalStore } from 'react';
import { Icon } from '#design/icon.tsx';
import X from 'lucide/dist/esm/icons/x.mjs';
import { Button } from '#design/controls/button.tsx';
import { formatTotal } from '#design/text/format-text.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { addUp, isActive, nothing, type SelectionStore, type SelectionKind, sumsText } from './selection-store.ts';

interface SelectionBarProps<Row> {
  store: SelectionStore<Row>;
  kind: SelectionKind<Row>;
  shown: number;
  total: number | undefined;
  isAtLeast?: boolean | undefined;
  selectPage: () => void;
  selectAll: () => Promise<unknown>;
}

export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { store, kind, shown, total, isAtLeast, selectPage, selectAll } = props;
  // Deferred, so that the checkbox responds first.
  const selected = useDeferredValue(useSyncExternalStore(store.subscribe, store.get));
  const count = selected.all?.count ?? selected.rows.size;
  const sums = sumsText(selected.all?.sums ?? addUp(selected.rows.values(), kind.sumOf));
  const summary = `${formatTotal(count, selected.all?.isAtLeast)} selected${sums === '' ? '' : ` · ${sums}`}`;
  const clear = () => store.set(nothing);
  const canSelectAll = selected.all === null && selected.rows.size >= shown && total !== undefined && total > shown;
  return (
    <>
      <span role="status" className="sr-only">
        {isActive(selected) ? summary : ''}
      </span>
      {isActive(selected) && (
        <section
          aria-label="Selection"
          data-theme="dark"
          className="sticky bottom-4 z-30 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-large bg-surface px-4 py-2.5 text-ink shadow-(--shadow) print:hidden phone:bottom-2"
        >
          <span className="num mr-auto font-medium phone:-order-2 phone:basis-[calc(100%-48px)]">{summary}</span>
          {selected.all === null && selected.rows.size < shown && (
            <span className="wide:hidden">
              <Button variant="quiet" size="s" onClick={selectPage}>
                Select page
              </Button>
            </span>
          )}
          {canSelectAll && (
            <span className="phone:basis-full">
              <SelectAll total={formatTotal(total, isAtLeast)} onSelect={selectAll} />
            </span>
          )}
          {count > 0 && (
            <ExportButton
              {...kind.fileOf(selected)}
              total={selected.all?.isAtLeast ? undefined : count}
              size="s"
              label="Export the selection"
            />
          )}
          {count > 0 && kind.actions?.(selected, clear)}
          <span className="phone:-order-1">
            <Button variant="quiet" size="s" aria-label="Clear the selection" icon={<Icon of={X} />} onClick={clear} />
          </span>
        </section>
      )}
    </>
  );
}

function SelectAll({ total, onSelect }: { total: string; onSelect: () => Promise<unknown> }) {
  const [isBusy, setIsBusy] = useState(false);
  const select = () => {
    setIsBusy(true);
    void onSelect().then(() => setIsBusy(false));
  };
  return (
    <Button variant="quiet" size="s" busy={isBusy} onClick={select}>
      Select all {total} that match
    </Button>
  );
}
