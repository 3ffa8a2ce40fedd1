import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import type { Locator } from '@playwright/test';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole } from '#e2e/sign-ins.ts';

const minutes = (count: number) => count * 60_000;

test('an idle user is warned five minutes before the end, stays signed in with one click, and so does every tab', async ({
  page,
  context,
  noise,
}) => {
  // A timer starts this request at the moment the clock jumps.
  noise.allow(/approvals got no answer AbortError/);
  await page.clock.install();
  await signIn(page, findByRole('MERCHANT_VIEWER'), '/auth/signin?afterSignInUrl=%2Fpayments%2Fpayin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/balances/overview');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const [warning, otherWarning] = [page, other].map((tab) =>
    tab.getByRole('dialog', { name: 'Are you still there?' }),
  ) as [Locator, Locator];
  // A jump of an hour aborts running calls, so they must finish first.
  for (const tab of [page, other]) await tab.waitForLoadState('networkidle');
  await page.clock.fastForward(minutes(54));
  await expect(warning).toHaveCount(0);
  await page.clock.fastForward(minutes(1) + 15_000);
  await expect(warning).toBeVisible();
  await expect(otherWarning).toBeVisible();
  await expect(warning.getByText(/You’ll be signed out in 4:\d\d/)).toBeVisible();
  await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  const token = () => page.evaluate(() => localStorage.getItem('v_accessToken_v1'));
  const first = await token();
  // The server's clock did not move, so this renewed token is made up; calls with it are sent with the real one.
  await context.route('**/sandbox/api/**', (route) => {
    if (route.request().url().endsWith('/accounts/self/renew')) {
      const body = JSON.stringify({ accessToken: withLaterEnd(first ?? ''), email: 'x' });
      return route.fulfill({ status: 200, contentType: 'application/json', body });
    }
    return route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${first}` } });
  });
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toHaveCount(0);
  await expect(otherWarning).toHaveCount(0);
  expect(await token()).not.toBe(first);
  await page.clock.fastForward(minutes(70));
  await expect(page).toHaveURL(/\/auth\/signin\?afterSignInUrl=/);
  await expect(other).toHaveURL(/\/auth\/signin/);
});

/** The same token, expiring one hour later. Only the portal accepts it, because it does not verify the signature. */
function withLaterEnd(token: string): string {
  const [head, claims = '', end] = token.split('.');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
  return [head, Buffer.from(JSON.stringify({ ...read, exp: read.exp + 3600 })).toString('base64url'), end].join('.');
}
