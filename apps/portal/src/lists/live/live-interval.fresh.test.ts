import { beforeEach, expect, test, vi } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';

const at = Date.parse('2026-11-21T09:00:00Z');
const minutes = (count: number) => at + count * 60_000;

/** A page that has just been opened, with these settings. */
async function open(isTestAutomation: boolean) {
  putSettings({ isTestAutomation });
  return import('./live-interval.ts');
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  return () => vi.useRealTimers();
});

test('an open page is read within five seconds, one left alone ever less often, but once a minute', async () => {
  const { liveInterval } = await open(false);
  expect(liveInterval([], at)).toBeLessThan(5_000);
  expect(liveInterval([], minutes(4))).toBeLessThan(5_000);
  expect(liveInterval([], minutes(7))).toBe(30_000);
  expect(liveInterval([], minutes(600))).toBe(60_000);
});

test('whoever comes back is told of at once, and reads as often as before', async () => {
  const { liveInterval, onNews } = await open(false);
  const returned = vi.fn<() => void>();
  liveInterval([], at);
  const stop = onNews(['payments'], returned);
  vi.setSystemTime(minutes(2));
  window.dispatchEvent(new Event('pointermove'));
  expect(returned).not.toHaveBeenCalled();
  vi.setSystemTime(minutes(30));
  window.dispatchEvent(new Event('keydown'));
  expect(returned).toHaveBeenCalledOnce();
  expect(liveInterval([], minutes(30))).toBeLessThan(5_000);
  stop();
  vi.setSystemTime(minutes(60));
  window.dispatchEvent(new Event('keydown'));
  expect(returned).toHaveBeenCalledOnce();
});

test('under test automation nothing is read by itself (§1)', async () => {
  const { liveInterval } = await open(true);
  expect(liveInterval([], at)).toBe(false);
});

test('where changes are pushed a page asks once a minute, at once for the first that concerns it, and then no more often than it would have asked', async () => {
  vi.useFakeTimers({ now: at });
  const { liveInterval, onNews } = await open(false);
  const { takeWord } = await import('#platform/changes/changes.ts');
  const asked = vi.fn<() => void>();
  const stop = onNews(['payments'], asked);
  const change = (kind: 'payments' | 'notices') =>
    takeWord({ kind: 'changes', message: [{ merchantId: null, kinds: [kind] }] });
  takeWord({ kind: 'open' });
  expect([liveInterval(['payments']), liveInterval([])]).toEqual([60_000, 4_000]);
  // What changed before it was open nobody has said.
  vi.advanceTimersByTime(1_000);
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  change('notices');
  vi.advanceTimersByTime(1_000);
  expect(asked).toHaveBeenCalledTimes(1);
  for (let times = 0; times < 10; times += 1) {
    change('payments');
    vi.advanceTimersByTime(1_000);
  }
  expect(asked).toHaveBeenCalledTimes(4);
  takeWord({ kind: 'lost' });
  expect(liveInterval(['payments'])).toBe(4_000);
  stop();
});
