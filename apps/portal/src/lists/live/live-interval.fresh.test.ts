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
  expect(liveInterval(at)).toBeLessThan(5_000);
  expect(liveInterval(minutes(4))).toBeLessThan(5_000);
  expect(liveInterval(minutes(7))).toBe(30_000);
  expect(liveInterval(minutes(600))).toBe(60_000);
});

test('whoever comes back is told of at once, and reads as often as before', async () => {
  const { liveInterval, onReturn } = await open(false);
  const returned = vi.fn<() => void>();
  liveInterval(at);
  const stop = onReturn(returned);
  vi.setSystemTime(minutes(2));
  window.dispatchEvent(new Event('pointermove'));
  expect(returned).not.toHaveBeenCalled();
  vi.setSystemTime(minutes(30));
  window.dispatchEvent(new Event('keydown'));
  expect(returned).toHaveBeenCalledOnce();
  expect(liveInterval(minutes(30))).toBeLessThan(5_000);
  stop();
  vi.setSystemTime(minutes(60));
  window.dispatchEvent(new Event('keydown'));
  expect(returned).toHaveBeenCalledOnce();
});

test('under test automation nothing is read by itself (§1)', async () => {
  const { liveInterval } = await open(true);
  expect(liveInterval(at)).toBe(false);
});
