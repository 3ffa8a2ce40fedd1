import { beforeEach, expect, test, vi } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';

const at = Date.parse('2026-11-21T09:00:00Z');
const minutes = (count: number) => at + count * 60_000;

/** Imports the module freshly, as for a page that has just been opened. */
async function open(isTestAutomation: boolean) {
  putSettings({ isTestAutomation });
  return import('./live-interval.ts');
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  return () => vi.useRealTimers();
});

test('polls an active page every five seconds, an idle one less and less often, but at least once a minute', async () => {
  const { liveInterval } = await open(false);
  expect(liveInterval([], at)).toBeLessThan(5_000);
  expect(liveInterval([], minutes(4))).toBeLessThan(5_000);
  expect(liveInterval([], minutes(7))).toBe(30_000);
  expect(liveInterval([], minutes(600))).toBe(60_000);
});

test('notifies the page immediately when the user comes back, and polls as often as before', async () => {
  const { liveInterval, onLiveChange } = await open(false);
  const returned = vi.fn<() => void>();
  liveInterval([], at);
  const stop = onLiveChange(['payments'], returned);
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

test('does not poll under test automation (§1)', async () => {
  const { liveInterval } = await open(true);
  expect(liveInterval([], at)).toBe(false);
});

test('with pushed changes, polls once a minute, refetches immediately on the first relevant change, and then no more often than polling would', async () => {
  vi.useFakeTimers({ now: at });
  const { liveInterval, onLiveChange } = await open(false);
  const { handleStreamEvent } = await import('#platform/changes/changes.ts');
  const asked = vi.fn<() => void>();
  const stop = onLiveChange(['payments'], asked);
  const change = (kind: 'payments' | 'notices') =>
    handleStreamEvent({ kind: 'changes', message: [{ merchantId: null, kinds: [kind] }] });
  handleStreamEvent({ kind: 'open' });
  expect([liveInterval(['payments']), liveInterval([])]).toEqual([60_000, 4_000]);
  // Changes from before the stream was open were missed.
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
  handleStreamEvent({ kind: 'lost' });
  expect(liveInterval(['payments'])).toBe(4_000);
  stop();
});
