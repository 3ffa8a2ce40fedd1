import type { ChangeKind } from '@volume/contract/changes.ts';
import type { Database } from '#database/database.ts';

/** A kind of thing of one merchant that is no longer as it was. */
export interface Change {
  kind: ChangeKind;
  merchantId: string;
}

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
