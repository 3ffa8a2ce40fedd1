import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { isActive, isSelected, type SelectedRows, type SelectionStore } from './selection-store.ts';

interface Checkboxes<Row> {
  /** The element around the table. */
  table: RefObject<HTMLElement | null>;
  store: SelectionStore<Row>;
  /** Must be stable; also `togglePage`. */
  toggle: (rowId: string, isOn: boolean, isRange: boolean) => void;
  togglePage: (isOn: boolean) => void;
}

/** Keeps the table's checkboxes (checkboxes.tsx) as the selection is, without rendering anything when one is ticked. */
export function useCheckboxes<Row>({ table, store, toggle, togglePage }: Checkboxes<Row>): void {
  useLayoutEffect(() => {
    // Ticked before this code had loaded.
    const { page, rows } = boxesIn(table.current);
    if (page?.checked === true) togglePage(true);
    else for (const box of rows) if (box.checked) toggle(box.value, true, false);
  }, [table, toggle, togglePage]);
  useLayoutEffect(() => showSelected(table.current, store.get()));
  useEffect(() => store.subscribe(() => showSelected(table.current, store.get())), [table, store]);
  useEffect(() => {
    const click = ({ target, shiftKey }: MouseEvent) => {
      if (!(target instanceof HTMLInputElement) || !target.closest('.pick')) return;
      if (target.closest('th')) togglePage(target.checked);
      else toggle(target.value, target.checked, shiftKey);
    };
    const element = table.current;
    element?.addEventListener('click', click);
    return () => element?.removeEventListener('click', click);
  }, [table, toggle, togglePage]);
}

function showSelected<Row>(table: HTMLElement | null, selected: SelectedRows<Row>): void {
  const { page, rows } = boxesIn(table);
  for (const box of rows) box.checked = isSelected(selected, box.value);
  if (!page) return;
  const count = rows.filter((box) => box.checked).length;
  page.checked = count > 0 && count === rows.length;
  page.indeterminate = count > 0 && count < rows.length;
  page.parentElement?.toggleAttribute('data-active', isActive(selected));
}

const boxesIn = (table: HTMLElement | null) => ({
  page: table?.querySelector<HTMLInputElement>('th .pick input'),
  rows: [...(table?.querySelectorAll<HTMLInputElement>('tbody .pick input') ?? [])],
});
