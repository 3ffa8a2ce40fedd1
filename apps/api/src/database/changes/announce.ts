import type { Database } from '#database/database.ts';
import type { Change } from './change.ts';

interface Announce {
  announce: (change: Change) => void;
  wakeWorkers: () => void;
}

/** Announces changes and new jobs of a transaction after its commit, and none after a rollback. */
export function announcing(database: Database, { announce, wakeWorkers }: Announce): Database {
  return {
    ...database,
    announce,
    wakeWorkers,
    transaction: async (work) => {
      let changes: Change[] = [];
      let hasJobs = false;
      const result = await database.transaction((queries) => {
        // The transaction can run again after a deadlock.
        changes = [];
        hasJobs = false;
        const collect = {
          announce: (change: Change) => void changes.push(change),
          wakeWorkers: () => (hasJobs = true),
        };
        return work({ ...queries, ...collect });
      });
      for (const change of changes) announce(change);
      if (hasJobs) wakeWorkers();
      return result;
    },
  };
}
