import type { Page, Route } from '@playwright/test';

export const code = /\/assets\/.*\.js$/;

/** Holds the portal's scripts back, or some of them, until the returned function is called; until then only the instant shell is shown. */
export async function holdCode(page: Page, files = code): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(files, (route) => (isHeld ? void held.push(route) : route.continue()));
  return async () => {
    isHeld = false;
    // A page that was left in the meantime no longer loads its code.
    await Promise.allSettled(held.map((route) => route.continue()));
  };
}
