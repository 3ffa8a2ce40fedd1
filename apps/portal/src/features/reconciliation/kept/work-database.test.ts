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

test('of two tabs that write over the same state at the same moment, one is told', async () => {
  await write('first', undefined);
  expect(await Promise.all([write('one', 'first'), write('other', 'first')])).toEqual(['kept', 'taken']);
  expect(await kept()).toBe('one');
});

test('control: a tab that asks what is there before it writes takes the place of the other', async () => {
  await write('first', undefined);
  const [one, other] = await Promise.all([kept(), kept()]);
  const naive = async (revision: string, seen: string | undefined) =>
    seen === 'first' ? write(revision, await kept()) : 'taken';
  expect(await naive('one', one)).toBe('kept');
  expect(await naive('other', other)).toBe('kept');
  expect(await kept()).toBe('other');
});

test('what is written while the session ends is not kept', async () => {
  let isSignedIn = true;
  const writing = write('late', undefined, () => isSignedIn);
  isSignedIn = false;
  forgetWork();
  expect(await writing).toBe('refused');
  expect(await kept()).toBeUndefined();
});

test('control: it is kept when the session is asked before', async () => {
  const wasSignedIn = true;
  forgetWork();
  expect(await write('late', undefined, () => wasSignedIn)).toBe('kept');
  expect(await kept()).toBe('late');
});
