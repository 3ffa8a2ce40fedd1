import type { Database, Queries } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';

/**
 * A database that runs `pause` before the first statement that matches `pattern`, inside its transaction if it has one.
 */
export function pausingBefore(database: Database, pattern: RegExp, pause: () => Promise<unknown>): Database {
  let isPending = true;
  const pausing = (queries: Queries): Queries => ({
    ...queries,
    query: async (statement, parameters) => {
      if (isPending && pattern.test(toStatement(statement, parameters).text)) {
        isPending = false;
        await pause();
      }
      return queries.query(statement, parameters);
    },
  });
  const transaction: Database['transaction'] = (work) => database.transaction((queries) => work(pausing(queries)));
  return { ...database, ...pausing(database), transaction };
}

/**
 * Resolves when `work` is done or waits for another transaction's lock. PGlite has one connection and runs transactions
 * one after the other, so there `work` starts when the caller's transaction ends.
 */
export async function untilDoneOrBlocked(database: Database, work: Promise<unknown>): Promise<void> {
  if (database.kind === 'pglite') return;
  let isDone = false;
  void work
    .catch(() => undefined)
    .finally(() => {
      isDone = true;
    });
  const blocked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while (!isDone && (await database.query(blocked)).length === 0);
}
