import { useMemo } from 'react';
import type { Column } from '#design/table/column.ts';
import { DataTable, type DataTableProps } from '#design/table/data-table.tsx';
import { useRowKeys } from '#design/table/use-row-keys.ts';
import { zoneName } from '#design/text/format-date.ts';
import { useNow, usePreferences, useZone } from '#platform/preferences.ts';

/** How times are shown: where, what that is called, and from when they are looked at (milliseconds). */
export interface ListLook {
  zone: string;
  zoneName: string;
  now: number;
}

interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'columns' | 'at' | 'ref'> {
  columns: (look: ListLook) => readonly Column<Row>[];
}

/** A list's rows in the zone the person chose, walked with `j` and `k` unless keys are off. */
export function ListTable<Row>({ columns, ...props }: ListTableProps<Row>) {
  const zone = useZone();
  const now = useNow();
  const { keys } = usePreferences();
  const { list, at } = useRowKeys({ count: props.rows?.length ?? 0, isOn: keys });
  // Walking a hundred rows by key draws none of them anew.
  const drawn = useMemo(() => columns({ zone, zoneName: zoneName(zone), now }), [columns, zone, now]);
  return <DataTable {...props} ref={list} at={at} columns={drawn} />;
}
