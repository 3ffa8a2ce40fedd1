import type { Database } from '#database/database.ts';
import type { Change } from './change.ts';

/** Announces changes of a transaction after its commit, and none after a rollback. */
export function announcing(database: Database, announce: (change: Change) => void): Database {
  return {
    ...database,
    announce,
    transaction: async (work) => {
      let changes: Change[] = [];
      const result = await database.transaction((queries) => {
        // The transaction can run again after a deadlock.
        changes = [];
        return work({ ...queries, announce: (change) => void changes.push(change) });
      });
      for (const change of changes) announce(change);
      return result;
    },
  };
}
