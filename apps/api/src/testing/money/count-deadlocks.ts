import type { Database } from '#database/database.ts';

/** Transactions of this database that waited for each other so far; each was undone and ran again. None on PGlite. */
export async function countDeadlocks(database: Database): Promise<number> {
  if (database.kind === 'pglite') return 0;
  const [row] = await database.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}
