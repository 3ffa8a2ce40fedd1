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
 * Runs `load` without the keys and indexes of `tables`, and without keys to them, and then rebuilds them: sorting once is several times cheaper
 * than a million insertions, and every key is verified over all rows. Checks and triggers stay active. Locks the
 * tables, so use it only when nothing else needs them.
 */
export async function loadInBulk<T>(queries: Queries, tables: readonly string[], load: () => Promise<T>): Promise<T> {
  // The keys of a distributed table belong to its shards.
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
 * Rows of a table file created in the same transaction need no log on a server without replicas (wal_level=minimal, as
 * in the embedded database): after a failure the file is discarded. Only for empty tables.
 */
async function beginFilesAnew(queries: Queries, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if ((await queries.query(`SELECT FROM "${table}" LIMIT 1`)).length > 0) return;
  }
  const each = (change: string) => tables.map((table) => `ALTER TABLE "${table}" ${change}`).join('; ');
  // Triggers refuse to truncate history; here it is still empty.
  await queries.run(
    `${each('DISABLE TRIGGER USER')}; TRUNCATE ${tables.map((table) => `"${table}"`).join(', ')}; ${each('ENABLE TRIGGER USER')}`,
  );
}

/** Foreign keys depend on unique ones, so they are dropped first and added last. */
function inOrderOfRemoval(definitions: readonly Definition[]): readonly Definition[] {
  const rank = { f: 0, plain: 1, u: 2, p: 3 };
  return definitions.toSorted((a, b) => rank[a.kind ?? 'plain'] - rank[b.kind ?? 'plain']);
}

function readDefinitions(queries: Queries, tables: readonly string[]): Promise<Definition[]> {
  return queries.query<Definition>(
    sql`SELECT c.conrelid::regclass::text AS "table", c.conname AS name, pg_get_constraintdef(c.oid) AS definition,
      c.contype::text AS kind
       FROM pg_constraint AS c WHERE c.conrelid::regclass::text = ANY(${tables}::text[]) AND c.contype IN ('p', 'u', 'f')
         OR c.confrelid::regclass::text = ANY(${tables}::text[]) AND c.contype = 'f'
     UNION ALL
     SELECT i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), NULL
       FROM pg_index AS i WHERE i.indrelid::regclass::text = ANY(${tables}::text[])
         AND NOT EXISTS (SELECT FROM pg_constraint AS c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))
     ORDER BY 1, 2`,
  );
}
