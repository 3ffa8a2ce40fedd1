import type { Database } from '#database/database.ts';

/**
 * A wrong implementation: it reads the remaining sum, a known key or a permission and then writes, in one transaction
 * but without a lock, a guarded update or a unique key. It is the control of the race tests: their assertions must fail
 * here.
 */
export async function createNaiveTwin(database: Database, amount: number) {
  await database.run('CREATE TABLE IF NOT EXISTS naive_revenue (account uuid, key uuid, amount bigint)');
  const account = crypto.randomUUID();
  const taken = async (query: Database['query']): Promise<number> => {
    const sql = 'SELECT coalesce(sum(amount), 0)::bigint AS sum FROM naive_revenue WHERE account = $1';
    return (await query<{ sum: number }>(sql, [account]))[0]?.sum ?? 0;
  };
  // The delay of a program between two statements. Without it the first call could finish before the second one reads.
  const think = (query: Database['query']) => query('SELECT pg_sleep(0.02)');
  const write = 'INSERT INTO naive_revenue (account, key, amount) VALUES ($1, $2, $3)';
  const takeOnce = (key: string, wanted: number) =>
    database.transaction(async ({ query }) => {
      const known = await query('SELECT FROM naive_revenue WHERE account = $1 AND key = $2', [account, key]);
      await think(query);
      if (known.length === 0) await query(write, [account, key, wanted]);
    });
  return {
    taken: () => taken(database.query),
    take: (wanted: number) =>
      database.transaction(async ({ query }) => {
        const isThere = (await taken(query)) + wanted <= amount;
        await think(query);
        if (isThere) await query(write, [account, crypto.randomUUID(), wanted]);
      }),
    takeOnce,
    /** `hasLooked` runs between the check and the write. */
    takeWhileOpen: (wanted: number, hasLooked: () => Promise<unknown>) =>
      database.transaction(async ({ query }) => {
        const ends = await query('SELECT FROM naive_revenue WHERE account = $1 AND key = $1', [account]);
        await hasLooked();
        if (ends.length === 0) await query(write, [account, crypto.randomUUID(), wanted]);
      }),
    close: () => database.query(write, [account, account, 0]),
    /** A server of the twin, which caches that the account was open; returns whether it accepted the call. */
    openServer: () => {
      let isOpen: boolean | undefined;
      return async (key: string, wanted: number): Promise<boolean> => {
        const ends = 'SELECT FROM naive_revenue WHERE account = $1 AND key = $1';
        isOpen ??= (await database.query(ends, [account])).length === 0;
        if (isOpen) await takeOnce(key, wanted);
        return isOpen;
      };
    },
  };
}
