import { expect, test, vi } from 'vitest';
import { createPace } from './export-slots.ts';

const hold = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test.each([
  [1, 2],
  [2, 6],
  [4, 12],
])(
  'runs pieces of long work one at a time with pauses, also after failures: with %i in progress %i times as long',
  async (underWay, times) => {
    const pace = createPace(
      () => underWay,
      () => false,
    );
    const spans: { begun: number; ended: number }[] = [];
    const piece = async () => {
      const begun = performance.now();
      await hold(20);
      spans.push({ begun, ended: performance.now() });
      if (spans.length === 1) throw new Error('broken');
    };
    const outcomes = await Promise.allSettled([pace(piece), pace(piece), pace(piece)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    for (const [at, { begun, ended }] of spans.slice(0, -1).entries()) {
      // Timers count whole milliseconds.
      expect(spans[at + 1]!.begun - ended).toBeGreaterThanOrEqual(times * (ended - begun) - 2);
    }
  },
);

test('runs pieces of long work without pauses while the process is quiet', async () => {
  vi.useFakeTimers();
  const pace = createPace(
    () => 1,
    () => true,
  );
  const piece = async () => void vi.advanceTimersByTime(40);
  const both = [pace(piece), pace(piece)];
  await both[0];
  await Promise.resolve();
  expect(vi.getTimerCount()).toBe(0);
  await both[1];
  vi.useRealTimers();
});
