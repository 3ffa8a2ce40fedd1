import type { Database } from '#database/database.ts';
import type { Change } from './change.ts';

/** The same database, whose queries say what they changed: those of a transaction once it is committed, and never of one that is undone. */
export function announcing(database: Database, announce: (change: Change) => void): Database {
  return {
    ...database,
    announce,
    transaction: async (work) => {
      let changes: Change[] = [];
      const result = await database.transaction((queries) => {
        // It may run again.
        changes = [];
        return work({ ...queries, announce: (change) => void changes.push(change) });
      });
      for (const change of changes) announce(change);
      return result;
    },
  };
}
