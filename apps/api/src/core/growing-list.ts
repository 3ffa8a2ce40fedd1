import { mostCounted, toGrowingPage } from '@volume/contract/lists/page.ts';
import type { Queries } from '#database/database.ts';
import { type Sql, sql } from '#database/sql.ts';

/**
 * One page of a list that only grows: counting stops after `mostCounted` rows (contract §1). `from` names the table and
 * its condition; `read` returns the rows of a `LIMIT … OFFSET …`.
 */
export async function readGrowingPage<Row, Item>(
  { query }: Pick<Queries, 'query'>,
  { page, size }: { page: number; size: number },
  {
    from,
    read,
    toItems,
  }: { from: Sql; read: (window: Sql) => Promise<Row[]>; toItems: (rows: Row[]) => Item[] | Promise<Item[]> },
) {
  const [counted] = await query<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${from} LIMIT ${mostCounted + 1}) AS first`,
  );
  // One row more shows whether there is a next page.
  const rows = await read(sql`LIMIT ${size + 1} OFFSET ${page * size}`);
  const content = await toItems(rows.slice(0, size));
  return toGrowingPage(content, { page, size, counted: counted?.count ?? 0, hasMore: rows.length > size });
}
