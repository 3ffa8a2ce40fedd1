import { useMemo } from 'react';
import type { List } from '#lists/list.ts';
import { useStored } from '#lists/stored.ts';
import { type ColumnChoice, readChoice } from './arrangement.ts';

/** Writes the columns of a view to the address, or removes them from it. */
export type OnColumns = (columns: string | undefined, how?: { replace: boolean }) => void;

export interface Choosing<Row, Search, Context> {
  list: List<Row, Search, Context>;
  search: Search;
  context: Context;
  isForAll?: boolean | undefined;
  onColumns: OnColumns;
}

/** The columns of an open view in the address; undefined without one. */
export const columnsInAddress = (search: unknown): string | undefined => (search as { columns?: string }).columns;

/** Which columns are shown: those of the view in the address, otherwise the user's own in this browser. */
export function useColumnChoice<Row, Search, Context>(
  props: Pick<Choosing<Row, Search, Context>, 'list' | 'search' | 'isForAll'>,
): [choice: ColumnChoice, storeOwn: (text: string) => void] {
  const view = columnsInAddress(props.search);
  const [own, storeOwn] = useStored(`${props.list.storage}_columns`, props.isForAll);
  return [useMemo(() => readChoice(view, own), [view, own]), storeOwn];
}
