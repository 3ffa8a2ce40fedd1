import { ColumnChooser } from '#lists/views/column-chooser.tsx';
import { viewText } from '#lists/views/arrangement.ts';
import { ListViews } from '#lists/views/list-views.tsx';
import { type OnColumns, useColumnChoice } from '#lists/views/use-columns.ts';
import { ListFilters, type ListFiltersProps } from './list-filters.tsx';
import { columnsIn } from './list.ts';
import type { ListPageProps } from './list-page-props.ts';

type ListBarProps<Row, Search, Context> = ListPageProps<Row, Search, Context> &
  ListFiltersProps<Row, Search, Context> & { onColumns: OnColumns };

/** The filters with the column chooser, below the views of a list that has some. */
export function ListBar<Row, Search, Context>(props: ListBarProps<Row, Search, Context>) {
  const { list, search, found, hrefOf, isForAll = false, query, chips, refused, onChange } = props;
  const filters = { list, search, query, chips, refused, onChange };
  const [choice] = useColumnChoice(props);
  const columns = columnsIn(list.columns, props.context);
  const chooser = columns.some(({ isFixed }) => isFixed !== true) ? <ColumnChooser {...props} /> : undefined;
  if (!list.views || !hrefOf) return <ListFilters {...filters} end={chooser} />;
  const views = { list, search, hrefOf, isForAll, context: props.context, onColumns: props.onColumns };
  return (
    <ListViews given={list.views} isRefused={found.refused && true} {...views} shown={viewText(columns, choice)}>
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
