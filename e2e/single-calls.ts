import type { Page } from '@playwright/test';
import { capabilitiesKey } from '#portal/platform/calls/remembered-capabilities.ts';

/** Removes `start` and `overview` from the remembered capabilities: the next page makes their calls one by one. */
export function makeSingleCalls(page: Page): Promise<void> {
  return page.evaluate((key) => {
    const calls = localStorage.getItem(key)?.split('\n') ?? [];
    localStorage.setItem(key, calls.filter((call) => !/^GET merchants\/.*\/(start|overview)$/.test(call)).join('\n'));
  }, capabilitiesKey);
}
