import type { Database } from '#database/database.ts';
import type { Change } from './change.ts';

/**
 * Wraps a database so that its queries can announce changes. Changes of a transaction are sent after its commit and
 * never after a rollback.
 */
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
