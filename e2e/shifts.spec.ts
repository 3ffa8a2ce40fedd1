import { expect, test } from '#e2e/journey.ts';
import { watchShifts } from '#e2e/shifts.ts';
import { makeSingleCalls } from '#e2e/single-calls.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, findBySituation } from '#e2e/sign-ins.ts';

// Each address with the lowest element of its first screen.
for (const [address, last] of [
  ['/', 'View as table'],
  ['/settings/account-settings', 'Set up an app…'],
  ['/settings/security', 'Create the secondary key…'],
  ['/pay-by-link', 'Filter'],
  ['/balances/overview', 'Refresh'],
] as const)
  test(`nothing moves on a phone while a page loads again: ${address}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // A merchant that no other journey changes.
    await signIn(page, findBySituation('30 applications'));
    const open = async () => {
      await page.goto(address);
      await expect(page.getByRole('button', { name: last, exact: true })).toBeVisible();
    };
    await open();
    await page.waitForLoadState('networkidle');
    await makeSingleCalls(page);
    const shifts = await watchShifts(page);
    // The response about the deployment's capabilities arrives last, and the page looks the same before.
    let answer = () => {};
    const isDrawn = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/capabilities', async (route) => {
      await isDrawn;
      await route.continue();
    });
    await open();
    answer();
    await page.waitForLoadState('networkidle');
    expect(await shifts()).toBeLessThan(0.002);
  });

// Each list with the call that its columns are filled from.
for (const [address, role, call] of [
  ['/payments/payin', 'MERCHANT_ADMIN', '**/payments?*'],
  ['/admin', 'VOLUME_ADMIN', '**/merchants/health'],
] as const)
  test(`no column moves when the answer comes late: ${address}`, async ({ page }) => {
    await signIn(page, findByRole(role));
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await makeSingleCalls(page);
    await page.addInitScript(watchHeaders);
    let answer = () => {};
    const isDrawn = new Promise<void>((resolve) => (answer = resolve));
    await page.route(call, async (route) => {
      await isDrawn;
      await route.continue();
    });
    await page.goto(address);
    await expect(page.locator('tr.late, td .breathe').first()).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    answer();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('td .breathe')).toHaveCount(0);
    await expect(page.locator('tbody a').first()).toBeVisible();
    const headers = await page.evaluate(() => (window as unknown as Watched).headers);
    expect(Object.keys(headers).length).toBeGreaterThan(5);
    expect(Object.values(headers).filter((lefts) => lefts.length > 1)).toEqual([]);
  });

interface Watched {
  /** Every left edge that each visible header has had, in pixels. */
  headers: Record<string, number[]>;
}

/** Runs in the page before anything else. */
function watchHeaders(): void {
  const headers: Watched['headers'] = {};
  Object.assign(window, { headers });
  const look = (): void => {
    for (const header of document.querySelectorAll('thead th')) {
      if (!header.checkVisibility({ visibilityProperty: true })) continue;
      const lefts = (headers[header.textContent] ??= []);
      const left = Math.round(header.getBoundingClientRect().left);
      if (!lefts.includes(left)) lefts.push(left);
    }
    requestAnimationFrame(look);
  };
  look();
}
