import { listCapabilities } from '@volume/contract/capabilities.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';

/** A page that has just been opened, where capabilities names these, and the trace headers of the calls it makes. */
async function open(capabilities: readonly string[]) {
  const sent: (string | undefined)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push((init.headers as Record<string, string>)['traceparent']);
    return Response.json(capabilities);
  });
  const { call } = await import('#platform/provider-api.ts');
  const { followClicks } = await import('./traceparent.ts');
  const ask = () => call(listCapabilities);
  followClicks((await ask()).includes('traceparent'));
  return { ask, sent };
}

beforeEach(() => {
  vi.resetModules();
  putSettings();
  return () => vi.unstubAllGlobals();
});

test('no call carries a trace to a deployment that does not say it takes one, whatever is pressed', async () => {
  const { ask, sent } = await open(['GET capabilities', 'if-match']);
  window.dispatchEvent(new Event('pointerdown'));
  await ask();
  expect(sent).toEqual([undefined, undefined]);
});

test('where it does, all calls that one press leads to are one trace, and the next press begins another', async () => {
  const { ask, sent } = await open(['traceparent']);
  await ask();
  await ask();
  window.dispatchEvent(new Event('pointerdown'));
  await ask();
  const [before, ...told] = sent;
  expect(before).toBeUndefined();
  const parts = told.map((header) => /^00-(0{16}[\da-f]{16})-([\da-f]{16})-01$/.exec(header ?? ''));
  const [first, second, third] = parts.map((part) => part?.[1]);
  expect(first).toBeDefined();
  expect([second, third === first]).toEqual([first, false]);
  expect(new Set(parts.map((part) => part?.[2])).size).toBe(3);
});
