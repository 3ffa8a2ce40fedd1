import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { toProblem } from '#api/http/problem-response.ts';
import { findPostgres, startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';

/** A primary without its synchronous standby: a commit waits for it and can still be lost. */
describe.runIf(findPostgres())('a commit that no standby confirms', () => {
  let server: Awaited<ReturnType<typeof startThrowawayPostgres>>;
  let watcher: Database;
  beforeAll(async () => {
    const settings = { synchronous_standby_names: 'away', synchronous_commit: 'on' };
    server = await startThrowawayPostgres({ settings });
    watcher = await connect({ databaseUrl: server.url, poolSize: 2 });
    await watcher.transaction(({ run }) =>
      run('SET LOCAL synchronous_commit = local; CREATE TABLE written (n integer)'),
    );
  });
  afterAll(async () => {
    await watcher.close();
    await server.stop();
  });

  const isThere = async (n: number) => (await watcher.query('SELECT FROM written WHERE n = $1', [n])).length > 0;
  const problemOf = (work: Promise<unknown>) => work.then(() => null, toProblem);

  test('returns 503 after the timeout, and the row cannot be read in the meantime', async () => {
    const database = await connect({ databaseUrl: server.url, longestStatement: 400 });
    const problem = await problemOf(database.transaction(({ query }) => query('INSERT INTO written VALUES (1)')));
    expect(problem).toMatchObject({ status: 503, statusName: 'DATABASE_UNAVAILABLE' });
    expect(await isThere(1)).toBe(false);
    await database.close();
  });

  /** Cancels the wait of the statement that writes this number, once it waits. */
  const endWait = async (n: number) => {
    const cancel = () =>
      watcher.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%(${n})'`,
      );
    while ((await cancel()).length === 0);
  };

  test('returns 503 also when an operator cancels the wait', async () => {
    const database = await connect({ databaseUrl: server.url });
    const problem = problemOf(database.query('INSERT INTO written VALUES (2)'));
    await endWait(2);
    expect(await problem).toMatchObject({ status: 503 });
    await database.close();
  });

  test('would then be acknowledged by a client that ignores notices', async () => {
    const psql = join(findPostgres() ?? '', 'psql');
    const written = promisify(execFile)(psql, [server.url, '-c', 'INSERT INTO written VALUES (3)']);
    await endWait(3);
    expect((await written).stdout).toContain('INSERT 0 1');
  });
});
