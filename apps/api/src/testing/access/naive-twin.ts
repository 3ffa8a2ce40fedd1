import type { Database } from '#database/database.ts';

type Pause = () => Promise<unknown>;

/**
 * A wrong implementation of sessions: it reads and then writes in one transaction without locking the account. The
 * session races must fail here, which shows that the calls really run concurrently.
 */
export async function createNaiveSessions(database: Database) {
  await database.run(`CREATE TABLE IF NOT EXISTS naive_accounts (account uuid PRIMARY KEY, password text);
    CREATE TABLE IF NOT EXISTS naive_sessions (account uuid, session uuid, is_ended boolean DEFAULT false)`);
  const account = crypto.randomUUID();
  await database.query(`INSERT INTO naive_accounts VALUES ($1, 'old')`, [account]);
  const open = 'INSERT INTO naive_sessions (account, session) VALUES ($1, $2)';
  return {
    /** `pause` runs between the password check and the insert of the session. */
    signIn: (password: string, pause: Pause = async () => undefined) =>
      database.transaction(async ({ query }) => {
        const known = await query('SELECT FROM naive_accounts WHERE account = $1 AND password = $2', [
          account,
          password,
        ]);
        await pause();
        if (known.length > 0) await query(open, [account, crypto.randomUUID()]);
      }),
    /** Replaces the only session; `pause` runs while the old one is locked and the new one is not committed. */
    renew: (pause: Pause) =>
      database.transaction(async ({ query }) => {
        const locked = 'SELECT session FROM naive_sessions WHERE account = $1 AND NOT is_ended FOR UPDATE';
        const [old] = await query<{ session: string }>(locked, [account]);
        await query(open, [account, crypto.randomUUID()]);
        await pause();
        await query('UPDATE naive_sessions SET is_ended = true WHERE session = $1', [old?.session ?? null]);
      }),
    setPassword: (password: string) =>
      database.transaction(async ({ query }) => {
        await query('UPDATE naive_accounts SET password = $2 WHERE account = $1', [account, password]);
        await query('UPDATE naive_sessions SET is_ended = true WHERE account = $1', [account]);
      }),
    countOpen: async () =>
      (await database.query('SELECT FROM naive_sessions WHERE account = $1 AND NOT is_ended', [account])).length,
  };
}
