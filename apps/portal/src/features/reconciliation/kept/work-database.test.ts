import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetWork } from '#platform/session/forget-work.ts';
import { readEntry, writeEntry } from './work-database.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const place = 'user merchant application tab';
const encrypted = { iv: new Uint8Array(12), data: new ArrayBuffer(20) };
const write = (revision: string, expected: string | undefined, mayWrite = () => true) =>
  writeEntry({
    work: { place, savedAt: Date.now(), revision, ...encrypted },
    file: encrypted,
    expected,
    mayWrite,
  });
const kept = async () => (await readEntry(place))?.work.revision;

test('of two tabs that overwrite the same state concurrently, one gets a conflict', async () => {
  await write('first', undefined);
  expect(await Promise.all([write('one', 'first'), write('other', 'first')])).toEqual(['kept', 'taken']);
  expect(await kept()).toBe('one');
});

test('control: a tab that reads before it writes overwrites the other', async () => {
  await write('first', undefined);
  const [one, other] = await Promise.all([kept(), kept()]);
  const naive = async (revision: string, seen: string | undefined) =>
    seen === 'first' ? write(revision, await kept()) : 'taken';
  expect(await naive('one', one)).toBe('kept');
  expect(await naive('other', other)).toBe('kept');
  expect(await kept()).toBe('other');
});

test('a write while the session ends is not stored', async () => {
  let isSignedIn = true;
  const writing = write('late', undefined, () => isSignedIn);
  isSignedIn = false;
  forgetWork();
  expect(await writing).toBe('refused');
  expect(await kept()).toBeUndefined();
});

test('control: it is stored when the session is checked beforehand', async () => {
  const wasSignedIn = true;
  forgetWork();
  expect(await write('late', undefined, () => wasSignedIn)).toBe('kept');
  expect(await kept()).toBe('late');
});
