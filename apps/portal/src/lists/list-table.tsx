import { type RefObject, useMemo } from 'react';
import { moneyCell, timeCell } from '#design/table/cells.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable, type DataTableProps } from '#design/table/data-table.tsx';
import { useRowKeys } from '#design/table/use-row-keys.ts';
import { zoneName } from '#design/text/format-date.ts';
import { useNow, usePreferences, useZone } from '#platform/preferences.ts';
import type { ListColumn, ListTime } from './list.ts';

interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'columns' | 'at' | 'ref'> {
  ref?: RefObject<HTMLDivElement | null> | undefined;
  columns: (time: ListTime) => readonly Column<Row>[];
}

/** The rows of a list in the user's time zone, with `j` and `k` to move between them unless shortcuts are off. */
export function ListTable<Row>({ columns, ref, ...props }: ListTableProps<Row>) {
  const zone = useZone();
  const now = useNow();
  const { keys } = usePreferences();
  const { list, at } = useRowKeys({ list: ref, count: props.rows?.length ?? 0, isOn: keys });
  // Memoised, so that moving between rows renders none of them again.
  const builtColumns = useMemo(() => columns({ zone, zoneName: zoneName(zone), now }), [columns, zone, now]);
  return <DataTable {...props} ref={list} at={at} columns={builtColumns} />;
}

type Given<Row, Context> = Partial<ListColumn<Row, Context>>;

export const timeColumn = <Row, Context>({
  timeOf,
  ...column
}: Given<Row, Context> &
  Pick<ListColumn<Row, Context>, 'id' | 'header'> & {
    timeOf: (row: Row) => string;
  }): ListColumn<Row, Context> => ({
  isTime: true,
  width: 116,
  soft: true,
  fits: true,
  card: 'when',
  cell: (row, time) => timeCell(timeOf(row), time),
  ...column,
});

export const amountColumn = <Row, Context>({
  sumOf,
  ...column
}: Given<Row, Context> & { sumOf: (row: Row) => { amount: number; currency: string } }): ListColumn<Row, Context> => ({
  id: 'amount',
  header: 'Amount',
  width: 88,
  align: 'end',
  fits: true,
  card: 'sum',
  strong: true,
  isFixed: true,
  cell: (row) => {
    const { amount, currency } = sumOf(row);
    return moneyCell(amount, currency);
  },
  ...column,
});
