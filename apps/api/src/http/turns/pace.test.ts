import { expect, test } from 'vitest';
import { createPace } from './export-places.ts';

const hold = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('pieces of long work run one at a time, each after a rest twice as long as the one before it took, failed ones too', async () => {
  const pace = createPace();
  const spans: { begun: number; ended: number }[] = [];
  const piece = async () => {
    const begun = performance.now();
    await hold(40);
    spans.push({ begun, ended: performance.now() });
    if (spans.length === 1) throw new Error('broken');
  };
  const outcomes = await Promise.allSettled([pace(piece), pace(piece), pace(piece)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  for (const [at, { begun, ended }] of spans.slice(0, -1).entries()) {
    // Timers count whole milliseconds.
    expect(spans[at + 1]!.begun - ended).toBeGreaterThanOrEqual(2 * (ended - begun) - 2);
  }
});
