import { useCallback, useState } from 'react';
import type { Sorting } from '#design/table/column.ts';
import { useColumnChoice } from '#lists/views/use-columns.ts';
import { buildColumns, type List, type ListTime } from './list.ts';

interface TableColumns<Row, Search, Context> {
  list: List<Row, Search, Context>;
  search: Search;
  context: Context;
  isForAll?: boolean | undefined;
}

/** The visible columns, as a stable function. */
export function useTableColumns<Row, Search, Context extends object>(props: TableColumns<Row, Search, Context>) {
  const { list, context } = props;
  const [choice] = useColumnChoice(props);
  return useCallback(
    (time: ListTime) => buildColumns(list.columns, { time, context, choice }),
    [list, context, choice],
  );
}

interface Sorted<Search> {
  list: { search: Pick<List<unknown, Search, unknown>['search'], 'sorts' | 'sortOf'> };
  search: Search;
  /** Undefined is the default order, which is left out of the address. */
  onSort: (sort: string | undefined) => void;
}

/** The order of the address, or the one just pressed: its arrow is shown before the address and the rows have followed. */
export function useSorting<Search>({ list, search, onSort }: Sorted<Search>): Sorting {
  const { sorts, sortOf } = list.search;
  const sort = sortOf(search);
  const [shown, setShown] = useState({ sort, pressed: sort });
  if (shown.sort !== sort) setShown({ sort, pressed: sort });
  return {
    sorts,
    sort: shown.pressed,
    onSort: (next) => {
      setShown({ sort, pressed: next });
      onSort(next === sorts[0] ? undefined : next);
    },
  };
}
