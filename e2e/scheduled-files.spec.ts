import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

test.use({ role: 'MERCHANT_ADMIN' });

const path = '/balances/scheduled-files';
const rows = (page: Page) => page.getByRole('table', { name: 'Schedules of this application' }).locator('tbody tr');

test('a weekly CAMT.053 file is scheduled by keyboard, stays after a reload and is deleted', async ({ page }) => {
  await page.goto('/balances/overview');
  await page.getByRole('link', { name: 'Scheduled files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scheduled files' })).toBeVisible();
  await expect(page.getByText('No schedules yet')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New schedule' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New schedule' });
  await dialog.getByLabel('File').focus();
  await page.keyboard.type('Statement, GBP');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Format')).toBeFocused();
  await page.keyboard.type('CAMT');
  await expect(dialog.getByLabel('Format')).toHaveValue('CAMT_053');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Weekly' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog.getByText('Each Monday, the week from Monday to Sunday.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add schedule' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^First file on \d/)).toBeVisible();

  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(/Statement, GBP account ending \d{4}/);
    await expect(rows(page)).toContainText('CAMT.053');
    await expect(rows(page)).toContainText('Weekly');
  }
  await expectAccessible(page);
  await rows(page)
    .getByRole('button', { name: /^Delete/ })
    .focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Delete this schedule' })
    .getByRole('button', { name: 'Delete schedule' })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No schedules yet')).toBeVisible();
});

test('the page and its dialog fit a phone', async ({ page }) => {
  await page.goto(path);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectNoSidewaysScroll(page, 390);
  await page.getByRole('button', { name: 'New schedule' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Another address' }).check();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expectNoSidewaysScroll(page, 320);
});

test('a mailed link to a deleted file says so, and a link survives sign-in', async ({ page, context }) => {
  const link = `${path}?file=018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b82`;
  await page.goto(link);
  await expect(page.getByText('This file is no longer kept: files stay for 30 days')).toBeVisible();
  await expectAccessible(page);
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page).toHaveURL(/afterSignInUrl=%2Fbalances%2Fscheduled-files%3Ffile%3D018f2c5e/);
});
