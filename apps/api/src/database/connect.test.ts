import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './connect-lock.ts';
import { toProblem } from '#http/problem-response.ts';
import { connect } from './connect.ts';
import type { Queries } from './database.ts';
import { migrate } from './migrate.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'volume-data-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const lockFile = () => join(folder, 'lock.json');

describe('the lock of the data folder', () => {
  test('refuses a second holder with a sentence that says why, and is free again afterwards', () => {
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

  test('of a dead process whose number lives on in another is taken over', () => {
    writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, startedAt: '1' }));
    lockDataFolder(folder);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).not.toMatchObject({ startedAt: '1' });
  });

  test('that was cut off while being written is taken over', () => {
    writeFileSync(lockFile(), '{"pi');
    expect(lockDataFolder(folder)).toBeTypeOf('function');
  });
});

test('what was written embedded is there after closing and opening again', async () => {
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

test('a first start that was cut off while the database was unpacked begins anew', async () => {
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

test('the packed empty database is what this PGlite and the migrations make themselves', async () => {
  const looks = `SELECT version(), (SELECT concat_ws(' ', encoding, datcollate, datlocale) FROM pg_database WHERE datname = current_database()) AS letters,
    (SELECT string_agg(concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default), E'\n' ORDER BY table_name, ordinal_position)
      FROM information_schema.columns WHERE table_schema = 'public') AS columns,
    (SELECT string_agg(indexdef, E'\n' ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'public') AS indexes,
    (SELECT string_agg(concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)), E'\n' ORDER BY conrelid::regclass::text, conname)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace) AS rules,
    (SELECT string_agg(pg_get_triggerdef(oid), E'\n' ORDER BY tgrelid::regclass::text, tgname) FROM pg_trigger WHERE NOT tgisinternal) AS triggers,
    (SELECT md5(string_agg(prosrc, E'\n' ORDER BY proname, oid::regprocedure::text)) FROM pg_proc) AS functions,
    (SELECT string_agg(name, ' ' ORDER BY name) FROM migrations) AS migrations, (SELECT count(*) FROM pg_class) AS tables, (SELECT count(*) FROM pg_type) AS types,
    (SELECT count(*) FROM pg_roles) AS roles, (SELECT count(*) FROM pg_collation) AS collations, current_user, current_database()`;
  const packed = await connect({ dataDir: folder });
  const own = await connect({});
  await Promise.all([migrate(packed), migrate(own)]);
  expect(await packed.query(looks)).toEqual(await own.query(looks));
  await Promise.all([packed.close(), own.close()]);
}, 60_000);

// oxlint-disable-next-line node/no-process-env -- the test run names its PostgreSQL here
const url = process.env['TEST_DATABASE_URL'];

test.runIf(url)(
  'a connection that dies between two statements of a transaction fails its call, not the process',
  async () => {
    const database = await connect({ databaseUrl: url, poolSize: 2 });
    const pid = async (queries: Pick<Queries, 'query'>) =>
      (await queries.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid ?? 0;
    const half = database.transaction(async (queries) => {
      const own = await pid(queries);
      await database.query('SELECT pg_terminate_backend($1)', [own]);
      const isThere = async () =>
        (await database.query('SELECT FROM pg_stat_activity WHERE pid = $1', [own])).length > 0;
      while (await isThere()) await pid(database);
      // The news of it has arrived by now: another answer came after it.
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
  'a database that falls silent without a word costs a statement its time, not the connection for good',
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
