import { useCallback, useEffect, useRef } from 'react';
import { useColumnChoice } from '#lists/views/use-columns.ts';
import { buildColumns, type List, type ListTime } from './list.ts';

interface TableColumns<Row, Search, Context> {
  list: List<Row, Search, Context>;
  search: Search;
  context: Context;
  isForAll?: boolean | undefined;
  onSort: (sort: string | undefined) => void;
}

/** The visible columns, as a stable function. */
export function useTableColumns<Row, Search, Context extends object>(props: TableColumns<Row, Search, Context>) {
  const { list, search, context, onSort } = props;
  const { sorts, sortOf } = list.search;
  const [choice] = useColumnChoice(props);
  const sort = sortOf(search);
  // The default order is left out of the address.
  const order = useRef(onSort);
  useEffect(() => {
    order.current = onSort;
  });
  const go = useCallback((next: string) => order.current(next === sorts[0] ? undefined : next), [sorts]);
  return useCallback(
    (time: ListTime) => buildColumns(list.columns, { time, context, choice, sorting: { sorts, sort, onSort: go } }),
    [list, context, choice, sorts, sort, go],
  );
}
