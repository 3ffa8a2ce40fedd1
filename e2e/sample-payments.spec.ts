import { addFilter } from '#e2e/add-filter.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, goTo, test } from '#e2e/journey.ts';
import { expectAfterReload } from '#e2e/payment-link.ts';
import { signIn } from '#e2e/sign-in.ts';
import { signUpMerchant } from '#e2e/own-merchant.ts';

const button = 'Make sample payments';

test('a new merchant fills its lists with sample payments, by keyboard, and hides them with a filter', async ({
  page,
}) => {
  const { user } = await signUpMerchant(page);
  await signIn(page, user);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('button', { name: button })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, 'Pay-ins');
  await expect(page.getByText('No pay-ins in the last 30 days and today')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: button }).press('Enter');
  await expect(page.getByText('20 sample payments are being made')).toBeVisible();
  const rows = page.locator('tbody tr').filter({ has: page.locator('a.row-link') });
  await expectAfterReload(page, () =>
    expect(rows.filter({ hasText: 'Settled' })).not.toHaveCount(0, { timeout: 2_000 }),
  );
  await expect(rows.first()).toContainText(/SAMPLE-[0-9A-F]{2}\d\d/);
  await expect(rows.first().getByText('Sample', { exact: true })).toBeVisible();
  await addFilter(page, 'Sample payments');
  await page.getByRole('checkbox', { name: 'Hide' }).press('Space');
  await expect(page).toHaveURL(/sampleFilter=HIDE/);
  await expect(page.getByText('No pay-ins match these filters')).toBeVisible();
  await expectAccessible(page);
});
