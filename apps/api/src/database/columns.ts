import { raw, type Sql } from './sql.ts';

/** A column of a row, its type beside what it is read by. */
export type Column<T> = { sql: string | null; type?: T };

/** A column that is read by its own name, or by an expression over the table's alias. */
export const column = <T>(expression: string | null = null): Column<T> => ({ sql: expression });

/** The row that a set of columns answers. */
export type RowOf<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer T> ? T : never };

/** The columns as a SELECT lists them, from the table of this alias. */
export function listColumns(alias: string, columns: Record<string, Column<unknown>>): Sql {
  const each = Object.entries(columns);
  return raw(each.map(([name, { sql }]) => (sql === null ? `${alias}.${name}` : `${sql} AS "${name}"`)).join(', '));
}
