import type { Database, Queries } from '#database/database.ts';

type Query = Queries['query'];

/** A database whose statements go through `around`, including those of snapshots. */
export function watchQueries(database: Database, around: (query: Query) => Query): Database {
  const watched = (queries: Queries): Queries => ({ ...queries, query: around(queries.query) });
  return {
    ...database,
    ...watched(database),
    openSnapshot: async (begin) => {
      const snapshot = await database.openSnapshot((queries) => begin(watched(queries)));
      return { ...snapshot, queries: watched(snapshot.queries) };
    },
  };
}
