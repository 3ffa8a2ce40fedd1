import { ColumnChooser } from '#lists/views/column-chooser.tsx';
import { ListViews } from '#lists/views/list-views.tsx';
import { ListFilters, type ListFiltersProps } from './list-filters.tsx';
import type { ListPageProps } from './list-page.tsx';

type ListBarProps<Row, Search, Context> = ListPageProps<Row, Search, Context> & ListFiltersProps<Row, Search, Context>;

/** Undefined for a list whose columns cannot be hidden. */
function chooserOf<Row, Search, Context>({ list, context, isForAll = false }: ListPageProps<Row, Search, Context>) {
  const columns = list.columns.filter(({ isFixed, isShown }) => isFixed !== true && (isShown?.(context) ?? true));
  return columns.length > 0 ? (
    <ColumnChooser storage={list.storage} isForAll={isForAll} columns={columns} />
  ) : undefined;
}

/** The filters with the column chooser, below the views of a list that has some. */
export function ListBar<Row, Search, Context>(props: ListBarProps<Row, Search, Context>) {
  const { list, search, found, hrefOf, isForAll = false, query, chips, refused, onChange } = props;
  const filters = { list, search, query, chips, refused, onChange };
  const chooser = chooserOf(props);
  if (!list.views || !hrefOf) return <ListFilters {...filters} end={chooser} />;
  return (
    <ListViews given={list.views} isRefused={found.refused && true} {...{ list, search, hrefOf, isForAll }}>
      {(save) => (
        <ListFilters
          {...filters}
          end={
            <>
              {save}
              {chooser}
            </>
          }
        />
      )}
    </ListViews>
  );
}
