import { expect, test } from '#e2e/journey.ts';
import { findByRole } from '#e2e/sign-ins.ts';

test('sign in, skip to the page, filter, change page, open and sign out with the keyboard only', async ({ page }) => {
  const { email, password } = findByRole('MERCHANT_ADMIN');
  await page.goto('/auth/signin?afterSignInUrl=%2Fpayments%2Fpayin');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  if (!(await page.getByLabel('Password', { exact: true }).evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payments\/payin/);
  await expect(page.locator('#root tbody a.row-link').first()).toBeVisible();

  await page.keyboard.press('f');
  await page.keyboard.type('stat');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: /^Settled/ })).toBeVisible();
  await page.getByRole('checkbox', { name: /^Settled/ }).focus();
  await page.keyboard.press('Space');
  // Immediately, before the list is filtered.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Status/ })).toBeFocused();
  await expect(page).toHaveURL(/paymentStatuses=SETTLED/);

  await page.getByRole('button', { name: 'Next page' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('status')).toHaveText(/^11–20 of /);

  // The button is gone after its press.
  await page.getByRole('button', { name: 'Clear all' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Filters' })).toBeFocused();
  await expect(page).not.toHaveURL(/paymentStatuses/);

  await page.getByRole('button', { name: /^You:/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/signin/);
});

test('the first Tab on a page reaches a link that skips the navigation', async ({ page }) => {
  const { email, password } = findByRole('MERCHANT_VIEWER');
  await page.goto('/auth/signin?afterSignInUrl=%2Fpayments%2Fpayin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.locator('tbody a.row-link').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('#root tbody a.row-link').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});
