import type { Page, Route } from '@playwright/test';

export const code = /\/assets\/.*\.js$/;

/** Keeps the portal's code back until it is let go: what stands meanwhile is the page's own. */
export async function holdCode(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(code, (route) => (isHeld ? void held.push(route) : route.continue()));
  return async () => {
    isHeld = false;
    // A page that was left meanwhile wants its code no more.
    await Promise.allSettled(held.map((route) => route.continue()));
  };
}
