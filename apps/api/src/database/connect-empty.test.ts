import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrMake } from './connect.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'volume-cache-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = new TextEncoder().encode('a database');
const make = async () => bytes;
const refuse = async () => {
  throw new Error('made again');
};
const read = async (path: string, by: typeof make = refuse) => new TextDecoder().decode(await readOrMake(path, by));

test('reads from the cache after the first time', async () => {
  const path = join(folder, 'cache', 'one');
  expect(await read(path, make)).toBe('a database');
  expect(await read(path)).toBe('a database');
});

test('two concurrent writers leave one complete file and nothing else', async () => {
  const path = join(folder, 'one');
  expect(await Promise.all([read(path, make), read(path, make)])).toEqual(['a database', 'a database']);
  expect(readdirSync(folder)).toEqual(['one']);
  expect(await read(path)).toBe('a database');
});

test('replaces a truncated file', async () => {
  const path = join(folder, 'one');
  await read(path, make);
  writeFileSync(path, readFileSync(path).subarray(0, 12));
  expect(await read(path, make)).toBe('a database');
  expect(await read(path)).toBe('a database');
});

test('rebuilds each time when the cache is not writable', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const path = join(file, 'one');
  expect(await read(path, make)).toBe('a database');
  await expect(read(path)).rejects.toThrow('made again');
});
