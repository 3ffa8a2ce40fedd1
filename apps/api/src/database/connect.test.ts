import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, DataFolderInUse, lockDataFolder } from './connect.ts';
import { toProblem } from '#http/problem-response.ts';
import type { Queries } from './database.ts';
import { migrate } from './migrate.ts';
import { schemaLook } from '#testing/legacy-schema/schema-look.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'volume-data-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const lockFile = () => join(folder, 'lock.json');

describe('the lock of the data folder', () => {
  test('rejects a second holder with a sentence that explains why, and can be taken again after it is released', () => {
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
    expect(() => lockDataFolder(folder)).toThrow(`is in use by process ${process.pid}`);
    unlock();
    lockDataFolder(folder)();
  });

  test('of a dead process is taken over', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    writeFileSync(lockFile(), JSON.stringify({ pid: child.pid, startedAt: '1' }));
    lockDataFolder(folder);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
  });

  test('of a dead process whose id was reused by another is taken over', () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, startedAt: '1' }));
    lockDataFolder(folder);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).not.toMatchObject({ startedAt: '1' });
  });

  test('that was truncated while being written is taken over', () => {
    writeFileSync(lockFile(), '{"pi');
    lockDataFolder(folder);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
  });
});

test('the embedded database keeps its data after closing and reopening', async () => {
  const first = await connect({ dataDir: folder });
  await migrate(first);
  await first.query(`INSERT INTO server_secrets (name, value) VALUES ('name', 'kept')`);
  await expect(connect({ dataDir: folder })).rejects.toThrow(DataFolderInUse);
  await first.close();
  const second = await connect({ dataDir: folder });
  expect(await migrate(second)).toEqual([]);
  expect(await second.query('SELECT value FROM server_secrets')).toEqual([{ value: 'kept' }]);
  await second.close();
}, 120_000);

test('a first start that was interrupted while unpacking the database starts again', async () => {
  mkdirSync(join(folder, 'database'));
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '');
  writeFileSync(join(folder, 'unpacking'), '');
  const database = await connect({ dataDir: folder });
  expect(await database.query('SELECT FROM payments')).toEqual([]);
  await database.close();
  const again = await connect({ dataDir: folder });
  expect(await migrate(again)).toEqual([]);
  await again.close();
}, 60_000);

test('a first start has the schema of all migrations', async () => {
  const own = await connect({});
  const begun = await connect({ dataDir: folder });
  await migrate(own);
  expect(await migrate(begun)).toEqual([]);
  expect(await schemaLook(begun)).toEqual(await schemaLook(own));
  await Promise.all([begun.close(), own.close()]);
}, 60_000);

// oxlint-disable-next-line node/no-process-env -- the test run names its PostgreSQL here
const url = process.env['TEST_DATABASE_URL'];

test.runIf(url)(
  'a connection that fails between two statements of a transaction fails its call, not the process',
  async () => {
    const database = await connect({ databaseUrl: url, poolSize: 2 });
    const pid = async (queries: Pick<Queries, 'query'>) =>
      (await queries.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid ?? 0;
    const half = database.transaction(async (queries) => {
      const own = await pid(queries);
      await database.query('SELECT pg_terminate_backend($1::integer)', [own]);
      const isThere = async () =>
        (await database.query('SELECT FROM pg_stat_activity WHERE pid = $1', [own])).length > 0;
      while (await isThere()) await pid(database);
      // The failure has been noticed by now, because a later query was answered.
      await pid(database);
      await queries.query('SELECT 1');
    });
    const failure: unknown = await half.catch((error: unknown) => error);
    expect(toProblem(failure)).toMatchObject({ status: 503, statusName: 'DATABASE_UNAVAILABLE' });
    expect(await database.transaction(pid), 'the next transaction has a sound connection').toBeGreaterThan(0);
    await database.close();
  },
);

test.runIf(url)(
  'a database that stops answering costs a statement its timeout, but does not block the connection forever',
  async () => {
    const real = new URL(url ?? '');
    const open = new Set<Socket>();
    const silent = new Set<Socket>();
    const between = createServer((near) => {
      const far = createConnection(Number(real.port), real.hostname).on('error', () => undefined);
      near.on('data', (part) => silent.has(near) || far.write(part));
      far.on('data', (part) => silent.has(near) || near.write(part));
      near.on('close', () => far.destroy()).on('error', () => undefined);
      open.add(near);
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    const place = new URL(real);
    place.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
    const database = await connect({ databaseUrl: place.href, poolSize: 2, longestStatement: 300 });
    const ask = (queries: Pick<Queries, 'query'>) => queries.query('SELECT 1 AS answer');
    await Promise.all([database.transaction(ask), database.transaction(ask)]);
    for (const each of open) silent.add(each);
    const failed = await Promise.allSettled([database.query('SELECT 1'), database.transaction(ask)]);
    for (const each of failed) {
      const reason: unknown = each.status === 'rejected' ? each.reason : null;
      expect(toProblem(reason)).toMatchObject({ status: 503, statusName: 'DATABASE_UNAVAILABLE' });
    }
    expect(await Promise.all([database.transaction(ask), ask(database)])).toEqual([[{ answer: 1 }], [{ answer: 1 }]]);
    await database.close();
    between.close();
  },
);

test.runIf(url)('the connections of a burst are kept for a minute, then closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const database = await connect({ databaseUrl: url, poolSize: 3 });
    await Promise.all(Array.from({ length: 6 }, () => database.query('SELECT 1')));
    vi.advanceTimersByTime(50_000);
    expect(database.pool?.()).toEqual({ used: 0, idle: 3, waiting: 0 });
    vi.advanceTimersByTime(11_000);
    expect(database.pool?.()).toEqual({ used: 0, idle: 0, waiting: 0 });
    await database.close();
  } finally {
    vi.useRealTimers();
  }
});

test.runIf(url)('uses the server that answers, of several, and finds another one after it fails', async () => {
  const real = new URL(url ?? '');
  const host = `${real.hostname}:${real.port}`;
  const forwarded = new Set<Socket>();
  const gone = createServer((near) => {
    const far = createConnection(Number(real.port), real.hostname);
    for (const socket of [near, far]) forwarded.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const other = `127.0.0.1:${(gone.address() as AddressInfo).port}`;
  // No server listens on port 1.
  const several = real.href.replace(host, `127.0.0.1:1,${other},${host}`);
  const database = await connect({ databaseUrl: several, poolSize: 2 });
  const ask = () => database.query('SELECT 1 AS answer');
  expect(await ask()).toEqual([{ answer: 1 }]);
  expect(forwarded.size, 'the first that answers').toBeGreaterThan(0);
  gone.close();
  for (const socket of forwarded) socket.destroy();
  // A connection that was idle can be used once more: its statement fails and is not repeated.
  await ask().catch((error: unknown) => expect(toProblem(error).status).toBe(503));
  expect(await ask()).toEqual([{ answer: 1 }]);
  await database.close();
});
