import type { Queries } from './database.ts';

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
  const definitions = await readDefinitions(queries, tables);
  for (const { table, name, kind } of inOrderOfRemoval(definitions)) {
    await queries.run(kind === null ? `DROP INDEX "${name}"` : `ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  }
  const result = await load();
  for (const { table, name, definition, kind } of inOrderOfRemoval(definitions).toReversed()) {
    await queries.run(kind === null ? definition : `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition}`);
  }
  return result;
}

/** Foreign keys lean on unique ones, so they go first and come back last. */
function inOrderOfRemoval(definitions: readonly Definition[]): readonly Definition[] {
  const rank = { f: 0, plain: 1, u: 2, p: 3 };
  return definitions.toSorted((a, b) => rank[a.kind ?? 'plain'] - rank[b.kind ?? 'plain']);
}

function readDefinitions(queries: Queries, tables: readonly string[]): Promise<Definition[]> {
  return queries.query<Definition>(
    `SELECT c.conrelid::regclass::text AS "table", c.conname AS name, pg_get_constraintdef(c.oid) AS definition, c.contype::text AS kind
       FROM pg_constraint AS c WHERE c.conrelid::regclass::text = ANY($1::text[]) AND c.contype IN ('p', 'u', 'f')
     UNION ALL
     SELECT i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), NULL
       FROM pg_index AS i WHERE i.indrelid::regclass::text = ANY($1::text[])
         AND NOT EXISTS (SELECT FROM pg_constraint AS c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))
     ORDER BY 1, 2`,
    [tables],
  );
}
