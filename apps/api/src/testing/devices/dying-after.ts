import type { Database } from '#database/database.ts';

/** The database of a process that dies after this many statements and transactions: these are committed, and nothing follows. */
export function dyingAfter(database: Database, commits: number): Database {
  let left = commits;
  const alive = <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('The process died.')) : work();
  };
  return {
    ...database,
    query: (text, parameters) => alive(() => database.query(text, parameters)),
    run: (text) => alive(() => database.run(text)),
    transaction: (work) => alive(() => database.transaction(work)),
  };
}

/** For `catch`: the caller gets no response from a process that died. */
export const unanswered = () => undefined;
