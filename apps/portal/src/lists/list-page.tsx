import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ButtonSize } from '#design/controls/control-classes.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { useLazy } from '#design/overlay/use-lazy.ts';
import { whenQuiet } from '#design/overlay/when-quiet.ts';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Pager } from '#design/table/pager.tsx';
import type { CsvSource } from '#lists/export/csv-source.ts';
import { ExportButton } from '#lists/export/export-button.tsx';
import { NewRows } from '#lists/live/new-rows.tsx';
import { ColumnChooser } from '#lists/views/column-chooser.tsx';
import { ListViews } from '#lists/views/saved-views.tsx';
import { useNow } from '#platform/preferences.ts';
import { PartError } from '#domain/part-error.tsx';
import { ListEmpty } from './list-empty.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListTable } from './list-table.tsx';
import { type Draw, drawColumns, type List, type ListChange, type ListLook, type PickingProps } from './list.ts';
import { useHiddenColumns } from './stored.ts';
import type { Found } from './use-found.ts';
import { Section } from '#design/layout/section.tsx';

export interface ListPageProps<Row, Search, Context> {
  list: List<Row, Search, Context>;
  title: string;
  search: Search;
  found: Found<Row>;
  /** What the cells need beyond their row; the same object as long as nothing in it changes. */
  context: Context;
  /** What the list asks of its call now. */
  query?: unknown;
  /** Where a row leads; the same function as long as that is the same. */
  rowHref?: ((row: Row) => string) | undefined;
  /** The list with another search; without it the list has no views. */
  hrefOf?: ((search: Search) => string) | undefined;
  /** Merges a change into the address. */
  onChange: ListChange<Search>;
  /** The file of all rows by these filters, and what it is called. */
  file?: { name: string; source: CsvSource } | undefined;
  /** Buttons beside the export. */
  actions?: ReactNode;
  /** Buttons in front of it. */
  firstActions?: ReactNode;
  aside?: ReactNode;
  /** Between the filters and the rows. */
  notice?: ReactNode;
  /** Between the rows and the pages. */
  foot?: ReactNode;
  chips?: Readonly<Record<string, ReactNode>> | undefined;
  /** True for administrators' lists over all merchants. */
  isForAll?: boolean;
  /** Lets rows be selected: its code comes once the page stands. */
  picking?: (() => Promise<ComponentType<PickingProps<Row>>>) | undefined;
  /** The key of the row one comes back from, told once. */
  takeLeft?: (() => string | undefined) | undefined;
}

/** A list as a page of its own: everything it shows is in the address (§2). */
export function ListPage<Row, Search, Context extends object>(props: ListPageProps<Row, Search, Context>) {
  const { title, aside } = props;
  return (
    <>
      <PageHeader title={title} aside={aside} actions={<Actions {...props} />} />
      <ListBody {...props} />
    </>
  );
}

/** The buttons of a list. */
export function Actions<Row, Search, Context>(props: ListPageProps<Row, Search, Context> & { size?: ButtonSize }) {
  const { list, search, found, file, size, firstActions, actions } = props;
  const today = utcDay(useNow());
  return (
    <>
      {!hasViews(props) && <Chooser {...props} />}
      {firstActions}
      {file && (
        <ExportButton
          {...file}
          size={size}
          days={list.search.daysOf(search, today)}
          total={found.total}
          disabledReason={found.refused && 'Change the search to export'}
        />
      )}
      {actions}
    </>
  );
}

const hasViews = <Row, Search, Context>({ list, hrefOf }: ListPageProps<Row, Search, Context>): boolean =>
  list.views !== undefined && hrefOf !== undefined;

function Chooser<Row, Search, Context>({ list, context, isForAll = false }: ListPageProps<Row, Search, Context>) {
  const columns = list.columns.filter(({ isFixed, isShown }) => isFixed !== true && (isShown?.(context) ?? true));
  return <ColumnChooser storage={list.storage} isForAll={isForAll} columns={columns} />;
}

/** Views, filters, rows and pages of a list. */
export function ListBody<Row, Search, Context extends object>(props: ListPageProps<Row, Search, Context>) {
  const { list, search, found, query, chips, notice, foot, onChange } = props;
  const { refused } = found;
  const { pageOf, rowsOf, sizes, paging } = list.search;
  // The rows of the search before have their own pages and order, and lead back to it.
  const shown = (refused?.shown ?? search) as Search;
  const [pageParam, rowsParam] = paging;
  // Every search has a page: defineSearch sees to that.
  const change = (next: object, how?: { replace: boolean }) =>
    onChange({ [pageParam]: undefined, ...next } as Partial<Search>, how);
  const back = (next: object) => change({ ...refused?.shown, [pageParam]: undefined, ...next });
  const filters = { list, search, query, chips, refused, onChange: change };
  return (
    <>
      <News {...props} onFirstPage={() => change({})} />
      <Views {...props} />
      <ListFilters {...filters} />
      {notice}
      {found.error ? (
        <PartError error={found.error} busy={found.isBusy} onRetry={found.onRetry} />
      ) : (
        <ListRows
          {...props}
          search={shown}
          empty={<ListEmpty {...filters} search={shown} />}
          onSort={(sort) => back({ sort })}
        />
      )}
      {foot}
      <Pager
        page={pageOf(shown)}
        rows={rowsOf(shown)}
        total={found.total}
        sizes={sizes}
        onPage={(page) => back({ [pageParam]: page === 1 ? undefined : page })}
        onRows={sizes.length > 1 ? (rows) => back({ [rowsParam]: rows === sizes[0] ? undefined : rows }) : undefined}
      />
    </>
  );
}

function News<Row, Search, Context>(props: ListPageProps<Row, Search, Context> & { onFirstPage: () => void }) {
  const { list, found, onFirstPage } = props;
  if (!found.live || list.live === undefined) return null;
  return <NewRows {...found.live} {...list.live} keyOf={list.rowKey} onFirstPage={onFirstPage} />;
}

function Views<Row, Search, Context>(props: ListPageProps<Row, Search, Context>) {
  const { list, search, found, hrefOf, isForAll = false } = props;
  if (!list.views || !hrefOf) return null;
  return (
    <ListViews given={list.views} isRefused={found.refused && true} {...{ list, search, hrefOf, isForAll }}>
      <span className="mb-1.5 ml-auto">
        <Chooser {...props} />
      </span>
    </ListViews>
  );
}

interface ListRowsProps<Row, Search, Context> extends ListPageProps<Row, Search, Context> {
  empty: ReactNode;
  onSort: (sort: string | undefined) => void;
}

function ListRows<Row, Search, Context extends object>(props: ListRowsProps<Row, Search, Context>) {
  const { list, title, search, found, rowHref, takeLeft, empty, picking } = props;
  const drawn = useColumns(props);
  const [draw, setDraw] = useState<Draw<Row>>();
  const columns = useCallback((look: ListLook) => (draw ? draw(drawn(look)) : drawn(look)), [draw, drawn]);
  useFocusOnReturn(found.rows?.map(list.rowKey), takeLeft);
  const { part: Picking, want } = useLazy(picking ?? never);
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the page stands
  useEffect(() => (picking ? whenQuiet(want) : undefined), []);
  return (
    <>
      <ListTable
        caption={list.caption ?? title}
        columns={columns}
        rows={found.rows}
        rowKey={list.rowKey}
        rowHref={rowHref}
        rowLabel={list.rowLabel}
        isStale={found.isStale}
        skeletonRows={list.skeletonRows ?? list.search.rowsOf(search)}
        empty={empty}
        hasBoxes={picking && true}
      />
      {Picking && <Picking {...props} found={pickedFrom(found)} onDraw={setDraw} />}
    </>
  );
}

/** All rows that match are those of a search that was made. */
const pickedFrom = <Row,>({ rows, total, refused }: Found<Row>) => ({ rows, total: refused ? undefined : total });

const never = () => new Promise<never>(() => undefined);

/** The columns as they stand now; the same function as long as they are the same. */
function useColumns<Row, Search, Context extends object>(props: ListRowsProps<Row, Search, Context>) {
  const { list, search, context, isForAll = false, onSort } = props;
  const { sorts, sortOf } = list.search;
  const [hidden] = useHiddenColumns(list.storage, isForAll);
  const away = hidden.join();
  const sort = sortOf(search);
  // The address without a word of it is the default order.
  const order = useRef(onSort);
  useEffect(() => {
    order.current = onSort;
  });
  const go = useCallback((next: string) => order.current(next === sorts[0] ? undefined : next), [sorts]);
  return useCallback(
    (look: ListLook) =>
      drawColumns(list.columns, { look, context, hidden: away.split(','), sorting: { sorts, sort, onSort: go } }),
    [list, context, away, sorts, sort, go],
  );
}

/** Coming back from a row's page, the focus is on that row again, as if one had not been away. */
function useFocusOnReturn(keys: string[] | undefined, takeLeft: (() => string | undefined) | undefined): void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    wanted.current = takeLeft?.();
    // oxlint-disable-next-line react/exhaustive-deps -- once, on coming
  }, []);
  useEffect(() => {
    if (!keys || wanted.current === undefined) return;
    const at = keys.indexOf(wanted.current);
    wanted.current = undefined;
    document.querySelectorAll<HTMLElement>('#main .row-link')[at]?.focus({ preventScroll: true });
  });
}

/** A list as a section of a page. */
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
