import type { Database, Queries } from '#database/database.ts';
import { toStatement } from '#database/sql.ts';

export type Recorded = ReturnType<typeof toStatement>;

/** A database that goes on as before and notes every statement with its values. */
export function recordStatements(database: Database): { database: Database; statements: Recorded[] } {
  const statements: Recorded[] = [];
  const recording = (queries: Queries): Queries => ({
    run: queries.run,
    query: (statement, parameters) => {
      statements.push(toStatement(statement, parameters));
      return queries.query(statement, parameters);
    },
  });
  const transaction: Database['transaction'] = (work) => database.transaction((queries) => work(recording(queries)));
  return { database: { ...database, ...recording(database), transaction }, statements };
}
