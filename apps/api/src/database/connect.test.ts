import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './connect-lock.ts';
import { connect } from './connect.ts';
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
