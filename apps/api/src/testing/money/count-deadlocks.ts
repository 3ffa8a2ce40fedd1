import type { Database } from '#database/database.ts';

/** Deadlocks of this database so far; each was rolled back and retried. Always 0 on PGlite. */
export async function countDeadlocks(database: Database): Promise<number> {
  if (database.kind === 'pglite') return 0;
  const [row] = await database.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}
