import type { Queries } from './database.ts';
import { isDistributed } from './distribution/distribute.ts';
import { sql } from './sql.ts';

interface Definition {
  table: string;
  name: string;
  definition: string;
  /** p primary, u unique, f foreign; null for a plain index. */
  kind: 'p' | 'u' | 'f' | null;
}

/**
 * Runs `load` with the keys and indexes of `tables` taken off, then builds them anew: sorting once is several times
 * cheaper than a million insertions, and every key is checked over all rows. Checks and triggers stay on throughout.
 * For a transaction that nobody else waits on: it locks the tables.
 */
export async function loadInBulk<T>(queries: Queries, tables: readonly string[], load: () => Promise<T>): Promise<T> {
  // Keys of a spread table are those of its shards.
  if (await isDistributed(queries)) return load();
  const definitions = await readDefinitions(queries, tables);
  for (const { table, name, kind } of inOrderOfRemoval(definitions)) {
    await queries.run(kind === null ? `DROP INDEX "${name}"` : `ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  }
  await beginFilesAnew(queries, tables);
  const result = await load();
  for (const { table, name, definition, kind } of inOrderOfRemoval(definitions).toReversed()) {
    await queries.run(kind === null ? definition : `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition}`);
  }
  return result;
}

/**
 * Rows of a file that began in the same transaction need no log on a server without replicas (wal_level=minimal, the embedded database's):
 * should the transaction fail, the file is gone. Only for tables that are empty.
 */
async function beginFilesAnew(queries: Queries, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if ((await queries.query(`SELECT FROM "${table}" LIMIT 1`)).length > 0) return;
  }
  const each = (change: string) => tables.map((table) => `ALTER TABLE "${table}" ${change}`).join('; ');
  // History refuses to be cut off; here there is none yet.
  await queries.run(
    `${each('DISABLE TRIGGER USER')}; TRUNCATE ${tables.map((table) => `"${table}"`).join(', ')}; ${each('ENABLE TRIGGER USER')}`,
  );
}

/** Foreign keys lean on unique ones, so they go first and come back last. */
function inOrderOfRemoval(definitions: readonly Definition[]): readonly Definition[] {
  const rank = { f: 0, plain: 1, u: 2, p: 3 };
  return definitions.toSorted((a, b) => rank[a.kind ?? 'plain'] - rank[b.kind ?? 'plain']);
}

function readDefinitions(queries: Queries, tables: readonly string[]): Promise<Definition[]> {
  return queries.query<Definition>(
    sql`SELECT c.conrelid::regclass::text AS "table", c.conname AS name, pg_get_constraintdef(c.oid) AS definition,
      c.contype::text AS kind
       FROM pg_constraint AS c WHERE c.conrelid::regclass::text = ANY(${tables}::text[]) AND c.contype IN ('p', 'u', 'f')
     UNION ALL
     SELECT i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), NULL
       FROM pg_index AS i WHERE i.indrelid::regclass::text = ANY(${tables}::text[])
         AND NOT EXISTS (SELECT FROM pg_constraint AS c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))
     ORDER BY 1, 2`,
  );
}
