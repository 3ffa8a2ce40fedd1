import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { putSettings } from '#platform/testing/sample-settings.ts';

/** Imports the module freshly for a deployment with these capabilities and records the trace headers it sends. */
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

test('sends no trace header to a deployment without the capability', async () => {
  const { ask, sent } = await open(['GET capabilities', 'if-match']);
  window.dispatchEvent(new Event('pointerdown'));
  await ask();
  expect(sent).toEqual([undefined, undefined]);
});

test('puts all requests of one click into one trace, and starts another with the next click', async () => {
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
