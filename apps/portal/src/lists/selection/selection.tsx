import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from '#design/controls/button.tsx';
import { toast } from '#design/overlay/toast.ts';
import type { SelectionProps } from '#lists/list.ts';
import {
  createSelectionStore,
  isActive,
  isSelected,
  nothing,
  type SelectionStore,
  type SelectionKind,
  withRows,
} from './selection-store.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useCheckboxes } from './use-checkboxes.ts';
import { isTyping } from '#design/choose/use-shortcut.ts';
import { isOverlayOpen } from '#design/overlay/use-overlay.ts';
import { readPreferences } from '#platform/preferences.ts';

type Line<Row> = readonly [key: string, row: Row];

/** Selects rows by checkbox, range or key across all pages of a list, with a bar for totals and actions. */
export function Selection<Row>({
  list,
  found,
  table,
  early,
  kind,
}: SelectionProps<Row> & { kind: SelectionKind<Row> }) {
  const [store] = useState(createSelectionStore<Row>);
  const { rows, total, isAtLeast } = found;
  const { rowKey } = list;
  const lines = useMemo(() => rows?.map((row): Line<Row> => [rowKey(row), row]) ?? [], [rows, rowKey]);
  const { toggle, togglePage } = useToggles(store, lines);
  const announcement = useClearOnFilterChange(store, kind.filter);
  useCheckboxes({ table, early, store, toggle, togglePage });
  useSelectionKeys({
    onToggle: (place) => {
      const [key] = lines[place] ?? [];
      if (key !== undefined) toggle(key, !isSelected(store.get(), key), false);
    },
    onClear: () => {
      const isCleared = isActive(store.get());
      if (isCleared) store.set(nothing);
      return isCleared;
    },
  });
  const selectAll = () =>
    kind.readAll().then(
      (all) => store.set({ ...nothing, all }),
      () => toast.bad('The rows could not be counted.', 'Nothing was changed. Try again.'),
    );
  return (
    <>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {lines.length > 0 && <AskButton store={store} />}
      <SelectionBar
        {...{ store, kind, total, isAtLeast, selectAll }}
        shown={lines.length}
        selectPage={() => togglePage(true)}
      />
    </>
  );
}

/** Shows the checkboxes on phones, which have no hover; sticky, so that it is always within reach. */
function AskButton<Row>({ store }: { store: SelectionStore<Row> }) {
  const isAsked = isActive(useSyncExternalStore(store.subscribe, store.get));
  if (isAsked) return null;
  return (
    <div className="sticky bottom-2 z-20 mt-3 mx-auto w-fit rounded bg-paper shadow-(--shadow) wide:hidden print:hidden">
      <Button size="s" onClick={() => store.set({ ...nothing, isAsked: true })}>
        Select
      </Button>
    </div>
  );
}

/** Stable functions that select a row, a range from the last row, or the page. */
function useToggles<Row>(store: SelectionStore<Row>, lines: readonly Line<Row>[]) {
  const now = useRef(lines);
  const last = useRef<string>(undefined);
  // Before the browser can report a click on one of the new rows.
  useLayoutEffect(() => {
    now.current = lines;
  }, [lines]);
  const change = useCallback(
    (changed: readonly Line<Row>[], isOn: boolean) =>
      store.set(withRows(store.get(), changed, { isOn, shown: now.current })),
    [store],
  );
  const toggle = useCallback(
    (key: string, isOn: boolean, isRange: boolean) => {
      const placeOf = (id: string | undefined) => now.current.findIndex(([shown]) => shown === id);
      const at = placeOf(key);
      const from = isRange ? placeOf(last.current) : -1;
      last.current = key;
      const [first, end] = from < 0 ? [at, at] : [Math.min(at, from), Math.max(at, from)];
      change(now.current.slice(first, end + 1), isOn);
    },
    [change],
  );
  const togglePage = useCallback((isOn: boolean) => change(now.current, isOn), [change]);
  return { toggle, togglePage };
}

/** Clears the selection when the filters change, and announces it. */
function useClearOnFilterChange<Row>(store: SelectionStore<Row>, filter: string): string {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(filter);
  useEffect(() => {
    if (before.current === filter) return;
    before.current = filter;
    const { rows, all } = store.get();
    const hadAny = all !== null || rows.size > 0;
    store.set(nothing);
    setAnnouncement(hadAny ? 'Selection cleared: the filters changed.' : '');
    if (hadAny) toast.good('Selection cleared', 'The filters changed.');
  }, [filter, store]);
  return announcement;
}

interface SelectionKeys {
  /** Toggles the row that has the focus, by its index. */
  onToggle: (place: number) => void;
  /** Returns true when there was something to clear. */
  onClear: () => boolean;
}

/** `x` toggles the focused row, Escape clears the selection; ignored while typing and in dialogs. */
function useSelectionKeys({ onToggle, onClear }: SelectionKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    if (isOverlayOpen()) return;
    if (event.key === 'Escape' && onClear()) event.preventDefault();
    if (event.key !== 'x' || !readPreferences().keys) return;
    const row = document.activeElement?.closest('#main tbody tr');
    const place = row?.parentElement ? [...row.parentElement.children].indexOf(row) : -1;
    if (place < 0) return;
    event.preventDefault();
    onToggle(place);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
