import type { Queries } from '#database/database.ts';

type Row = Readonly<Record<string, unknown>>;

/** Writes rows into a table; their fields are its columns, and all rows have the fields of the first. */
export async function insertRows({ query }: Queries, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
