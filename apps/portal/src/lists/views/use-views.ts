import { columnsIn, type List } from '#lists/list.ts';
import { useStored } from '#lists/stored.ts';
import { readChoice, viewText } from './arrangement.ts';
import { useOpenView } from './open-view.ts';
import { useSavedViews } from './saved-views.ts';
import { columnsInAddress, type OnColumns } from './use-columns.ts';
import { filtersOf, type NamedView, readOwnViews } from './view-names.ts';

export interface ViewsOf<Row, Search, Context> {
  list: List<Row, Search, Context>;
  given: readonly NamedView[];
  search: Search;
  context: Context;
  /** The columns that the user sees. */
  shown: string;
  onColumns: OnColumns;
  /** True for administrators' lists over all merchants. */
  isForAll: boolean;
}

/** The views of a list, the open one, and the actions on the user's own. */
export function useViews<Row, Search, Context>(props: ViewsOf<Row, Search, Context>) {
  const { list, given, search, context, isForAll } = props;
  const { scope, views } = useSavedViews(list, isForAll);
  const shared = views.filter((view) => !isIn(given, view));
  const filters = filtersOf(list.search, search);
  const { stored, ...mine } = useOwnViews(props, filters);
  // Hides the user's own view when the team shares the same one.
  const own = stored.filter((view) => !isIn(shared, view));
  const columns = columnsIn(list.columns, context);
  // Columns that this build does not have are left out, as in the table.
  const known = (ids: string | undefined) => ids && viewText(columns, readChoice(ids, null));
  const all = [...given, ...own, ...shared];
  const { current, changed } = useOpenView(
    all.map((view) => ({ ...view, columns: known(view.columns), view })),
    { search: filters, columns: known(columnsInAddress(search)) },
  );
  return { scope, filters, all, own, shared, mine, current: current?.view, changed: changed?.view };
}

const isIn = (views: readonly NamedView[], { search, columns }: NamedView): boolean =>
  views.some((each) => each.search === search && each.columns === columns);

/** The user's own views in this browser. */
function useOwnViews<Row, Search, Context>(props: ViewsOf<Row, Search, Context>, filters: string) {
  const { list, isForAll, shown, onColumns } = props;
  const [text, write] = useStored(`${list.storage}_views`, isForAll);
  const stored = readOwnViews(list.search, text);
  const keep = (next: readonly NamedView[]) => write(JSON.stringify(next));
  return {
    stored,
    change: (view: NamedView, change: Partial<NamedView>) =>
      keep(stored.map((each) => (each === view ? { ...view, ...change } : each))),
    remove: (view: NamedView) => keep(stored.filter((each) => each !== view)),
    /** Saves the current filters and columns as a view. */
    add: (name: string) => {
      keep([...stored, { name, search: filters, columns: shown }]);
      onColumns(shown);
    },
  };
}
