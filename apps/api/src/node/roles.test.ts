import { forgotPassword } from '@volume/contract/session/passwords.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import type { Database } from '#database/database.ts';
import { grantUse } from '#database/grant-use.ts';
import { migrate, requireMigrated } from '#database/migrate.ts';
import { prepareDatabase } from '#node/prepare-database.ts';
import { keepRunning } from '#queue/keep-running.ts';
import { type RealServer, startRealServer } from '#testing/money/real-server.ts';
import { openPeople } from '#testing/open-people.ts';
import { emailOf } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp } from '#testing/test-app.ts';

let database: Database;
beforeAll(async () => {
  database = await openPeople();
});
afterAll(() => database.close());

describe('liveness', () => {
  /** A loop whose polls end when `end` is called. */
  function start() {
    const app = createTestApp(database, { parts: { stuck: () => loop.stuck() } });
    let end: () => void = () => undefined;
    let looks = 0;
    const begin = () => {
      looks += 1;
      return new Promise<number>((resolve) => (end = () => resolve(0)));
    };
    const runner = { begin, finish: begin, stop: async () => undefined };
    const loop = keepRunning(app.services, { what: 'due work', pause: 1, create: () => runner });
    const live = async () => {
      const answer = await app.app.request('/health/live');
      return [answer.status, ((await answer.json()) as { status: string }).status];
    };
    const stop = () => {
      const stopped = loop.stop();
      end();
      return stopped;
    };
    return { app, live, looks: () => looks, end: () => end(), stop };
  }

  test('a process that has not polled for jobs for two minutes is not alive, and is alive once it polls again', async () => {
    const { app, live, looks, end, stop } = start();
    await expect.poll(looks).toBe(1);
    app.pass({ minutes: 1 });
    expect(await live()).toEqual([200, 'live']);
    app.pass({ minutes: 2 });
    expect(await live()).toEqual([503, 'stopped: due work']);
    end();
    await expect.poll(live).toEqual([200, 'live']);
    await stop();
  });

  test('control: a process without jobs stays alive', async () => {
    const app = createTestApp(database);
    app.pass({ minutes: 10 });
    expect((await app.app.request('/health/live')).status).toBe(200);
  });
});

const given = process.env['TEST_DATABASE_URL'];
/** The address of the test's database, for another role if one is named. */
async function addressOf(username?: string): Promise<string> {
  const [{ name } = { name: '' }] = await database.query<{ name: string }>('SELECT current_database() AS name');
  return Object.assign(new URL(given ?? ''), { pathname: `/${name}`, ...(username && { username }) }).href;
}
const rootOf = ({ address }: RealServer) => address.replace('/sandbox/api', '');
const statusOf = async (server: RealServer, path: string) => (await fetch(`${rootOf(server)}${path}`)).status;

// These need several processes; the embedded database supports a single one.
describe.runIf(given)('web and worker', () => {
  const servers: RealServer[] = [];
  beforeEach(() => database.query('DELETE FROM due_work'));
  afterAll(() => Promise.all(servers.map((server) => server.kill())));

  async function start(role: string): Promise<RealServer> {
    const server = await startRealServer(await addressOf(), { ROLE: role });
    servers.push(server);
    return server;
  }

  test(
    'a web process answers calls and runs no job; a worker runs the job and answers no call',
    { timeout: 180_000 },
    async () => {
      const web = await start('web');
      const { path } = forgotPassword;
      const asked = await fetch(`${web.address}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: emailOf('viewer') }),
      });
      expect(asked.status).toBeLessThan(300);
      const links = () =>
        database.query<{ attempts: number }>(`SELECT attempts FROM due_work WHERE kind = 'PASSWORD_LINK'`);
      // Starting another process takes several times as long as the pause between two polls.
      await start('web');
      expect(await links()).toEqual([{ attempts: 0 }]);

      const worker = await start('worker');
      await expect.poll(links, { timeout: 30_000 }).toEqual([]);
      for (const path of ['/health/live', '/health/ready', '/metrics']) expect(await statusOf(worker, path)).toBe(200);
      for (const path of ['/', '/sandbox/api/capabilities', '/sandbox/docs', '/assets/x.js'])
        expect(await statusOf(worker, path)).toBe(404);
      expect(await statusOf(web, '/health/live')).toBe(200);
      expect((await worker.stop('SIGTERM')).code).toBe(0);
      expect((await web.stop('SIGTERM')).code).toBe(0);
    },
  );
});

describe.runIf(given)('readiness', () => {
  test('does not wait for slow statements of the calls', { timeout: 120_000 }, async () => {
    const server = await startRealServer(await addressOf(), { DATABASE_POOL_SIZE: '2', ROLE: 'web' });
    let calls: Promise<unknown>[] = [];
    await database.transaction(async ({ query }) => {
      // Every statement that reads accounts waits until the end of this transaction.
      await query('LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE');
      calls = Array.from({ length: 6 }, () => signIn(server));
      const waiting = async () => (await database.query('SELECT FROM pg_locks WHERE NOT granted')).length;
      await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
      expect(await statusOf(server, '/health/ready')).toBe(200);
    });
    await Promise.all(calls);
    await server.kill();
  });

  const signIn = ({ address }: RealServer) =>
    fetch(`${address}/accounts/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emailOf('viewer'), password: 'not this one' }),
    });
});

describe.runIf(given)('a database role without permission to change tables', () => {
  const role = `web_${crypto.randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    await database.run(`CREATE ROLE ${role} LOGIN`);
    await migrate(database);
    await grantUse(database, role);
  });
  afterAll(async () => {
    await database.run(`DROP OWNED BY ${role}; DROP ROLE ${role};`);
  });

  test('calls and jobs work, and tables cannot be changed', async () => {
    const limited = await connect({ databaseUrl: await addressOf(role), dataDir: '' });
    await requireMigrated(limited);
    const app = createTestApp(limited);
    expect(await signInAs(app, 'admin')).toMatch(/\./);
    await app.runDueWork();
    await expect(limited.query('ALTER TABLE merchants ADD COLUMN x integer')).rejects.toThrow(/must be owner/);
    await expect(limited.query('CREATE TABLE x (y integer)')).rejects.toThrow(/permission denied/);
    await expect(limited.query('DELETE FROM migrations')).rejects.toThrow(/permission denied/);
    await limited.close();
  });

  test('a server starts with MIGRATE=false and does not without it', { timeout: 120_000 }, async () => {
    const address = await addressOf(role);
    await expect(startRealServer(address)).rejects.toThrow(/did not start/);
    const server = await startRealServer(address, { MIGRATE: 'false' });
    expect(await statusOf(server, '/health/ready')).toBe(200);
    await server.kill();
  });

  test.each([true, false])(
    'refuses a role without rights with a sentence that says what it needs (migrating: %s)',
    async (isMigrating) => {
      const stranger = `stranger_${crypto.randomUUID().slice(0, 8)}`;
      await database.run(`CREATE ROLE ${stranger} LOGIN`);
      const limited = await connect({ databaseUrl: await addressOf(stranger), dataDir: '' });
      await expect(prepareDatabase(limited, { isMigrating, app: { provider: 'NONE' } })).rejects.toThrow(
        /^The role in DATABASE_URL has too few rights: permission denied for .*npm run migrate -- --grant-to/,
      );
      await limited.close();
      await database.run(`DROP ROLE ${stranger}`);
    },
  );

  test('with MIGRATE=false a start refuses a database that is not migrated, and changes nothing', async () => {
    const next = { name: '9999-of-tomorrow', sql: 'CREATE TABLE of_tomorrow (x integer)' };
    const { migrations } = await import('#database/migrations/migrations.ts');
    await expect(requireMigrated(database, [...migrations, next])).rejects.toThrow(
      'MIGRATE=false, and 1 migrations have not run, from 9999-of-tomorrow on. Nothing was changed.',
    );
  });

  test('it can read everything that a backup reads', async () => {
    const limited = await connect({ databaseUrl: await addressOf(role), dataDir: '' });
    const sequences = await limited.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`,
    );
    expect(sequences.length).toBeGreaterThan(0);
    for (const { name } of sequences) await limited.query(`SELECT last_value FROM ${name}`);
    await limited.close();
  });

  test('a role that migrates itself keeps its rights for the next migration', async () => {
    const owner = `owner_${crypto.randomUUID().slice(0, 8)}`;
    await database.run(`CREATE ROLE ${owner} LOGIN`);
    await database.run(`CREATE DATABASE ${owner} OWNER ${owner}`);
    const databaseUrl = Object.assign(new URL(await addressOf(owner)), { pathname: `/${owner}` }).href;
    const own = await connect({ databaseUrl, dataDir: '' });
    await migrate(own);
    await grantUse(own, owner);
    const recorded = await own.query(`INSERT INTO migrations (name) VALUES ('9999-of-tomorrow') RETURNING name`);
    expect(recorded).toHaveLength(1);
    await own.close();
    await database.run(`DROP DATABASE ${owner}`);
    await database.run(`DROP ROLE ${owner}`);
  });

  test('a role that does not exist is named', async () => {
    await expect(grantUse(database, 'nobody"; DROP TABLE merchants')).rejects.toThrow(/has no role nobody/);
  });
});
