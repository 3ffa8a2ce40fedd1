import type { Page } from '@playwright/test';
import { addFilter } from '#e2e/add-filter.ts';
import { expect, goTo, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole } from '#e2e/sign-ins.ts';

const bar = (tab: Page) => tab.getByText(/^You are viewing/);

async function openMerchant(tab: Page, name: string): Promise<void> {
  await tab.goto(`/admin?searchFilter=${name}`);
  await tab.getByRole('button', { name: new RegExp(`^Open .*${name}`, 'i') }).click();
  await expect(bar(tab)).toContainText(new RegExp(name, 'i'));
}

test('two tabs keep two merchants through reload and writes; leaving one or signing out affects both', async ({
  page,
  context,
  noise,
}) => {
  // Requests that are running when the session ends are refused.
  noise.allow(/status of 401|answered 401/);
  // A separate session, because it ends here.
  await signIn(page, findByRole('VOLUME_ADMIN'));
  await openMerchant(page, 'Harbour');
  await page.goto('/pay-by-link');
  await page.getByRole('button', { name: 'Create link' }).click();
  const form = page.getByRole('dialog', { name: 'Create a payment link' });
  await form.getByLabel('Amount').fill('12.34');

  const other = await context.newPage();
  await openMerchant(other, 'Grünwald');
  await expect(form.getByLabel('Amount')).toHaveValue('12.34');
  const made = page.waitForRequest((request) => request.method() === 'POST' && /paymentintents/.test(request.url()));
  await form.getByLabel('Reference').fill('TWO-TABS');
  await form.getByRole('button', { name: /^Create/ }).click();
  await made;
  await expect(page).toHaveURL(/\/pay-by-link\/[0-9a-f-]{36}/);
  await page.goto('/balances/overview');
  await expect(bar(page)).toContainText('Harbour');
  await other.reload();
  await expect(bar(other)).toContainText('Grünwald');
  const third = await context.newPage();
  await third.goto('/payments/payin');
  await expect(bar(third)).toContainText('Grünwald');
  await third.close();

  await other.getByRole('button', { name: 'Leave' }).click();
  const dialog = page.getByRole('dialog', { name: 'You’ve left this merchant or changed account' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Switch this tab' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await other.getByRole('button', { name: /^You:/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/signin/);
  await expect(page.getByText('You were signed out in another tab.')).toBeVisible();
});

test(
  'an administrator with two merchants open never sees a payment as the other’s, and its refund names the right merchant',
  { tag: '@journey' },
  async ({ page, context }) => {
    // A separate session: the merchant it opens would appear in the other journeys' tabs.
    await signIn(page, findByRole('VOLUME_ADMIN'));
    await openMerchant(page, 'Grünwald');

    const other = await context.newPage();
    await other.goto('/admin');
    await goTo(other, 'All payments');
    await addFilter(other, 'Merchant');
    await other.getByRole('checkbox', { name: 'Harbour & Bloom', exact: true }).check();
    await other.keyboard.press('Escape');
    await expect(other).toHaveURL(/merchantId=/);
    await other.goto(`${other.url()}&paymentStatuses=SETTLED&refundedFilter=NOT_REFUNDED&heldFilter=NOT_HELD`);
    await other
      .locator('tbody tr', { hasNotText: 'Returned' })
      .filter({ has: other.locator('a.row-link') })
      .first()
      .locator('a.row-link')
      .click();
    await expect(other).toHaveURL(/\/admin\/payments\/[0-9a-f-]{36}/);
    await expect(other.getByText(/to Harbour & Bloom from/)).toBeVisible();
    await expect(bar(other)).toHaveCount(0);
    await other.getByRole('button', { name: 'Refund…' }).click();
    const refund = other.getByRole('dialog');
    await expect(refund.getByText(/from the account of Harbour & Bloom/)).toBeVisible();
    await refund.getByRole('button', { name: 'Cancel' }).click();

    // The same for its receipt; the opened merchant is one click away.
    await other.getByRole('link', { name: 'Receipt' }).click();
    await expect(other.getByRole('heading', { level: 1, name: /^Receipt/ })).toBeVisible();
    await expect(bar(other)).toHaveCount(0);
    await page.reload();
    await expect(bar(page)).toContainText('Grünwald');
    await goTo(other, 'Balances');
    await expect(bar(other)).toContainText('Grünwald');
  },
);
