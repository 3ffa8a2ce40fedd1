import { useLayoutEffect } from 'react';
import type { SelectionProps } from '#lists/list.ts';
import { isActive, isSelected, type SelectedRows, type SelectionStore } from './selection-store.ts';

type Checkboxes<Row> = Pick<SelectionProps<Row>, 'table' | 'early'> & {
  store: SelectionStore<Row>;
  /** Must be stable; also `togglePage`. */
  toggle: (rowId: string, isOn: boolean, isRange: boolean) => void;
  togglePage: (isOn: boolean) => void;
};

/** Keeps the table's checkboxes (checkboxes.tsx) in sync with the selection, without rendering anything when one is ticked. */
export function useCheckboxes<Row>({ table, early, store, toggle, togglePage }: Checkboxes<Row>): void {
  useLayoutEffect(() => {
    for (const { rowId, isOn, isRange } of early.current.splice(0)) {
      if (rowId === undefined) togglePage(isOn);
      else toggle(rowId, isOn, isRange);
    }
  }, [early, toggle, togglePage]);
  useLayoutEffect(() => showSelected(table.current, store.get()));
  useLayoutEffect(() => store.subscribe(() => showSelected(table.current, store.get())), [table, store]);
  // In the same commit, so that no tick is lost in between.
  useLayoutEffect(() => {
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
  for (const box of rows) {
    box.checked = isSelected(selected, box.value);
    box.closest('tr')?.toggleAttribute('data-selected', box.checked);
  }
  if (!page) return;
  const count = rows.filter((box) => box.checked).length;
  page.checked = count > 0 && count === rows.length;
  page.indeterminate = count > 0 && count < rows.length;
  page.closest('table')?.toggleAttribute('data-selecting', isActive(selected));
}

const boxesIn = (table: HTMLElement | null) => ({
  page: table?.querySelector<HTMLInputElement>('th .pick input'),
  rows: [...(table?.querySelectorAll<HTMLInputElement>('tbody .pick input') ?? [])],
});
