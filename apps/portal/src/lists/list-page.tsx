import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { ButtonSize } from '#design/controls/control-classes.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { PageHeader } from '#design/layout/page-header.tsx';
import { whenIdle } from '#design/overlay/when-idle.ts';
import { Pager } from '#design/table/pager.tsx';
import { ExportButton } from '#lists/export/export-button.tsx';
import { useCounted } from '#lists/live/use-counted.ts';
import { type News, NewRows, type NewRowsProps } from '#lists/live/new-rows.tsx';
import type { OnColumns } from '#lists/views/use-columns.ts';
import { useNow } from '#platform/preferences.ts';
import type { ListEmpty as Empty } from './list-empty.tsx';
import { PartError } from './part-error.tsx';
import { paramsOf, type Values } from './filters.ts';
import { ListBar } from './list-bar.tsx';
import type { ListPageProps } from './list-page-props.ts';
import { ListPrinted } from './list-printed.tsx';
import { ListTable } from './list-table.tsx';
import type { ListTime } from './list.ts';
import { withCheckboxes } from './selection/checkboxes.tsx';
import { useSelection } from './selection/use-selection.ts';
import type { Found } from './use-found.ts';
import { useSorting, useTableColumns } from './use-table-columns.ts';
import { Section } from '#design/layout/section.tsx';

const loadEmpty = () => import('./list-empty.tsx').then((module) => ({ default: module.ListEmpty }));
/** Most lists have rows. */
const ListEmpty = lazy(loadEmpty) as unknown as typeof Empty;

/** A list as a whole page; all of its state is in the address (§2). */
export function ListPage<Row, Search, Context extends object>(props: ListPageProps<Row, Search, Context>) {
  const { title, aside } = props;
  return (
    <>
      <PageHeader title={title} aside={aside} actions={<Actions {...props} />} />
      <ListBody {...props} />
    </>
  );
}

export function Actions<Row, Search, Context>(props: ListPageProps<Row, Search, Context> & { size?: ButtonSize }) {
  const { list, search, found, file, size, firstActions, actions } = props;
  const today = utcDay(useNow());
  return (
    <>
      {firstActions}
      {file && (
        <ExportButton
          {...file}
          size={size}
          days={list.search.daysOf(search, today)}
          total={found.isAtLeast ? undefined : found.total}
          disabledReason={found.refused && 'Change the search to export'}
        />
      )}
      {actions}
    </>
  );
}

export function ListBody<Row, Search, Context extends object>(props: ListPageProps<Row, Search, Context>) {
  const { list, search, found, query, chips, notice, foot, onChange } = props;
  const { refused } = found;
  const { pageOf, rowsOf, sizes, paging } = list.search;
  // After a refused search the rows of the previous search are shown; their paging and sorting lead back to it.
  const shown = (refused?.shown ?? search) as Search;
  const [pageParam, rowsParam] = paging;
  // The cast is safe: defineSearch gives every search a page parameter.
  const change = (next: object, how?: { replace: boolean }) =>
    onChange({ [pageParam]: undefined, ...next } as Partial<Search>, how);
  const back = (next: object) => change({ ...refused?.shown, [pageParam]: undefined, ...next });
  const filters = { list, search, query, chips, refused, onChange: change };
  useEffect(() => whenIdle(() => void loadEmpty()), []);
  const [news, setNews] = useState<News>();
  const onColumns: OnColumns = (columns, how) => onChange({ columns } as object as Partial<Search>, how);
  return (
    <>
      <LiveNews {...props} onFirstPage={() => change({})} onNews={setNews} />
      <ListBar {...props} {...filters} onColumns={onColumns} />
      {notice}
      <ListPrinted list={list} search={shown} />
      {found.error ? (
        <PartError error={found.error} busy={found.isBusy} onRetry={found.onRetry} />
      ) : (
        <ListRows
          {...props}
          search={shown}
          empty={
            <Suspense>
              <ListEmpty {...filters} search={shown} news={news} />
            </Suspense>
          }
          onSort={(sort) => back({ sort })}
        />
      )}
      {foot}
      <Pager
        page={pageOf(shown)}
        rows={rowsOf(shown)}
        total={found.total}
        isAtLeast={found.isAtLeast}
        sizes={sizes}
        explain={props.explainTotal}
        onPage={(page) => back({ [pageParam]: page === 1 ? undefined : page })}
        onRows={sizes.length > 1 ? (rows) => back({ [rowsParam]: rows === sizes[0] ? undefined : rows }) : undefined}
      />
    </>
  );
}

type LiveNewsProps<Row> = Pick<NewRowsProps<Row>, 'onFirstPage' | 'onNews'>;

function LiveNews<Row, Search, Context>(props: ListPageProps<Row, Search, Context> & LiveNewsProps<Row>) {
  const { list, search, found, onFirstPage, onNews } = props;
  const { filters, rowsOf, sortOf } = list.search;
  const values = filters.flatMap(paramsOf).map((param) => (search as Values)[param] ?? null);
  const counted = useCounted(JSON.stringify([values, rowsOf(search), sortOf(search)]), found.live);
  if (!found.live || !counted || list.live === undefined) return null;
  return <NewRows {...found.live} {...list.live} counted={counted} keyOf={list.rowKey} {...{ onFirstPage, onNews }} />;
}

interface ListRowsProps<Row, Search, Context> extends ListPageProps<Row, Search, Context> {
  empty: ReactNode;
  onSort: (sort: string | undefined) => void;
}

function ListRows<Row, Search, Context extends object>(props: ListRowsProps<Row, Search, Context>) {
  const { list, title, search, found, rowHref, takeReturnKey, empty, loadSelection } = props;
  const build = useTableColumns(props);
  const sorting = useSorting(props);
  const hasCheckboxes = loadSelection !== undefined;
  const columns = useCallback(
    (time: ListTime) => (hasCheckboxes ? withCheckboxes(build(time), list) : build(time)),
    [hasCheckboxes, build, list],
  );
  useFocusOnReturn(found.rows?.map(list.rowKey), takeReturnKey);
  const table = useRef<HTMLDivElement>(null);
  const { part: Selection, onTick, early } = useSelection(loadSelection, table);
  return (
    <>
      <ListTable
        caption={list.caption ?? title}
        columns={columns}
        sorting={sorting}
        rows={found.rows}
        rowKey={list.rowKey}
        rowHref={rowHref}
        rowLabel={list.rowLabel}
        isStale={found.isStale}
        skeletonRows={list.skeletonRows ?? list.search.rowsOf(search)}
        empty={empty}
        ref={table}
        hasCheckboxes={hasCheckboxes || undefined}
        onTick={Selection ? undefined : onTick}
      />
      {Selection && <Selection {...props} found={selectableFrom(found)} {...{ table, early }} />}
    </>
  );
}

/** A refused search has no total, so that “select all” is not offered. */
const selectableFrom = <Row,>({ refused, ...found }: Found<Row>) => (refused ? { ...found, total: undefined } : found);

/** Returns the focus to the row whose page the user comes back from. */
function useFocusOnReturn(keys: string[] | undefined, takeReturnKey: (() => string | undefined) | undefined): void {
  const returnKey = useRef<string>(undefined);
  useEffect(() => {
    returnKey.current = takeReturnKey?.();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, on mount
  }, []);
  useEffect(() => {
    if (!keys || returnKey.current === undefined) return;
    const at = keys.indexOf(returnKey.current);
    returnKey.current = undefined;
    document.querySelectorAll<HTMLElement>('#main .row-link')[at]?.focus({ preventScroll: true });
  });
}

export function ListSection<Row, Search, Context extends object>(props: ListPageProps<Row, Search, Context>) {
  const { title, aside } = props;
  const actions = (
    <div className="flex items-center gap-2.5">
      <Actions {...props} size="s" />
    </div>
  );
  return (
    <Section title={title} aside={aside} action={actions}>
      <ListBody {...props} />
    </Section>
  );
}
