import { expect, test } from '#e2e/journey.ts';
import { watchShifts } from '#e2e/shifts.ts';
import { makeSingleCalls } from '#e2e/single-calls.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findBySituation } from '#e2e/sign-ins.ts';

test.use({ viewport: { width: 390, height: 844 } });

// Each address with the lowest element of its first screen.
for (const [address, last] of [
  ['/', 'View as table'],
  ['/settings/account-settings', 'Set up an app…'],
  ['/settings/security', 'Create the secondary key…'],
  ['/pay-by-link', 'Filter'],
  ['/balances/overview', 'Refresh'],
] as const)
  test(`nothing moves on a phone while a page loads again: ${address}`, async ({ page }) => {
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
