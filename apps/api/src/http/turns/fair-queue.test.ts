import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** A queue whose pieces end on request, with the pieces that began and were rejected so far. */
function watchedQueue(bounds: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const began: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const crowded = () => new Error('crowded');
  const full = () => new Error('full');
  const run = createFairQueue({
    concurrency: 2,
    besideOthers: 1,
    alone: 1,
    waiting: 6,
    waitingEach: 4,
    ...bounds,
    crowded,
    full,
  });
  const ask = (from: string, name: string, gone?: AbortSignal) =>
    run(
      from,
      () => {
        began.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      gone,
    ).catch((error: Error) => void refused.push(`${name} ${error.message}`));
  /** Ends the piece that began first and waits for the effects. */
  const end = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { began, refused, ask, end };
}

test('runs one piece of an address at a time, so that other addresses do not wait for it', async () => {
  const { began, ask } = watchedQueue();
  for (let at = 1; at <= 4; at++) void ask('flooder', `f${at}`);
  void ask('honest', 'h1');
  await new Promise(setImmediate);
  expect(began).toEqual(['f1', 'h1']);
});

test('serves addresses in turn, however long their lines are', async () => {
  const { began, ask, end } = watchedQueue({ concurrency: 1 });
  for (let at = 1; at <= 3; at++) void ask('flooder', `f${at}`);
  void ask('one', 'o1');
  void ask('two', 't1');
  for (let at = 0; at < 5; at++) await end();
  expect(began).toEqual(['f1', 'o1', 't1', 'f2', 'f3']);
});

test('rejects pieces of one address beyond its places, and takes a place from it for a caller without one', async () => {
  const { began, refused, ask, end } = watchedQueue({ concurrency: 1 });
  for (let at = 1; at <= 6; at++) void ask('flooder', `f${at}`);
  for (let at = 1; at <= 2; at++) void ask('other', `o${at}`);
  await new Promise(setImmediate);
  expect(refused).toEqual(['f6 crowded']);
  void ask('honest', 'h1');
  await new Promise(setImmediate);
  expect(refused).toEqual(['f6 crowded', 'f5 full']);
  for (let at = 0; at < 10; at++) await end();
  expect(began.toSorted()).toEqual(['f1', 'f2', 'f3', 'f4', 'h1', 'o1', 'o2']);
});

test('when each waiting caller has one place, one more is rejected and the line still empties', async () => {
  const { began, refused, ask, end } = watchedQueue({ concurrency: 1, waiting: 2 });
  for (const from of ['a', 'b', 'c', 'd']) void ask(from, from);
  await new Promise(setImmediate);
  expect(refused).toEqual(['d full']);
  for (let at = 0; at < 3; at++) await end();
  void ask('d', 'again');
  await new Promise(setImmediate);
  expect(began).toEqual(['a', 'b', 'c', 'again']);
});

test('while others are active, a timed caller waits after using its share, and callers that used little continue', async () => {
  const work = () => new Promise<void>((resolve) => setTimeout(resolve, 40));
  const run = createFairQueue({
    concurrency: 8,
    besideOthers: 2,
    alone: 2,
    isTimed: (from) => from !== 'uncounted',
    waiting: 200,
    waitingEach: 150,
    crowded: () => new Error('crowded'),
    full: () => new Error('full'),
  });
  const begun: string[] = [];
  const ask = (from: string) =>
    run(from, () => {
      begun.push(from);
      return work();
    });
  const countOf = (from: string) => begun.filter((each) => each === from).length;
  const heavy = Array.from({ length: 130 }, () => ask('heavy'));
  for (let at = 0; at < 60; at++) await ask(at % 2 === 0 ? 'light' : 'uncounted');
  expect(countOf('light')).toBe(30);
  expect(countOf('uncounted')).toBe(30);
  // Without the time limit it would have used its two places sixty times.
  expect(countOf('heavy')).toBeLessThan(90);
  await Promise.all(heavy);
  expect(countOf('heavy')).toBe(130);
});

describe('with a fake clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());
  const bounds = { concurrency: 8, besideOthers: 3, alone: 6, isTimed: () => true };

  test('while others are active, a timed caller with much work runs one piece at a time', async () => {
    const { began, ask, end } = watchedQueue(bounds);
    void ask('light', 'l1');
    void ask('heavy', 'h1');
    await vi.advanceTimersByTimeAsync(250);
    await end();
    await end();
    void ask('light', 'l2');
    for (const piece of ['h2', 'h3']) void ask('heavy', piece);
    await vi.advanceTimersByTimeAsync(0);
    expect(began).toEqual(['l1', 'h1', 'l2', 'h2']);
    await end();
    await end();
    expect(began).toEqual(['l1', 'h1', 'l2', 'h2', 'h3']);
  });

  test('after a pause of everything, a caller whose calls ran in it waits for half a second at most', async () => {
    const { began, ask, end } = watchedQueue(bounds);
    const page = Array.from({ length: 6 }, (_, at) => `p${at + 1}`);
    for (const piece of page) void ask('page', piece);
    await vi.advanceTimersByTimeAsync(3_000);
    for (const _ of page) await end();
    void ask('other', 'o1');
    void ask('page', 'p7');
    await vi.advanceTimersByTimeAsync(400);
    expect(began).toEqual([...page, 'o1']);
    await vi.advanceTimersByTimeAsync(200);
    expect(began).toEqual([...page, 'o1', 'p7']);
  });
});

test('gives the place of a caller who disconnects while waiting to the next one, and never starts its work', async () => {
  const { began, refused, ask, end } = watchedQueue({ concurrency: 1, waiting: 2, waitingEach: 1 });
  const [left, lateToLeave] = [new AbortController(), new AbortController()];
  void ask('a', 'a1', lateToLeave.signal);
  void ask('b', 'b1', left.signal);
  void ask('c', 'c1');
  await new Promise(setImmediate);
  left.abort();
  lateToLeave.abort();
  await new Promise(setImmediate);
  expect(refused).toEqual([expect.stringMatching(/^b1 The caller went away/)]);
  void ask('b', 'b2');
  for (let at = 0; at < 3; at++) await end();
  expect(began.toSorted()).toEqual(['a1', 'b2', 'c1']);
  void ask('d', 'd1', AbortSignal.abort());
  await new Promise(setImmediate);
  expect(refused).toHaveLength(2);
});

test('starts the next piece as soon as one leaves its turn, and only once', async () => {
  const run = createFairQueue({
    concurrency: 1,
    besideOthers: 1,
    alone: 1,
    waiting: 9,
    waitingEach: 9,
    crowded: Error,
    full: Error,
  });
  const began: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const first = run('a', async (leave) => {
    leave();
    await held;
  });
  const stuck = new Promise<void>(() => undefined);
  void run('b', () => {
    began.push('b');
    return stuck;
  });
  void run('c', async () => void began.push('c'));
  await new Promise(setImmediate);
  expect(began).toEqual(['b']);
  letGo();
  await first;
  await new Promise(setImmediate);
  expect(began).toEqual(['b']);
});

test('a caller that pauses starts nothing until then, while others do not wait for it', async () => {
  const { run, began, begin } = timedQueue();
  const pause = 60;
  const left = run('a', async (leave) => leave(pause)).then(() => performance.now());
  const again = begin('a');
  await begin('b');
  expect(began).toEqual(['b']);
  await again;
  // Timers count whole milliseconds.
  expect(performance.now() - (await left)).toBeGreaterThanOrEqual(pause - 2);
  expect(began).toEqual(['b', 'a']);
});

function timedQueue() {
  const bounds = { concurrency: 2, besideOthers: 1, alone: 1, waiting: 9, waitingEach: 9, crowded: Error, full: Error };
  const run = createFairQueue(bounds);
  const began: string[] = [];
  return { run, began, begin: (from: string) => run(from, async () => void began.push(from)) };
}
