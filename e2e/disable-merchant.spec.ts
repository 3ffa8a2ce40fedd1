import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { awaitMail } from '#e2e/mails.ts';
import { openMerchant, openSeparately } from '#e2e/own-merchant.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, nameOf } from '#e2e/sign-ins.ts';

const reason = 'Ownership dispute, case 4417';

/** Answers the step-up with the keyboard. */
async function proveByKeyboard(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(findByRole('VOLUME_ADMIN').password);
  await page.keyboard.press('Enter');
}

test.use({ role: 'VOLUME_ADMIN' });

test('an administrator disables a merchant with a reason, by keyboard, and enables it again', async ({
  page,
  browser,
  noise,
}) => {
  // The browser's console messages about calls that require a step-up.
  noise.allow(/403/);
  const { merchantId, name, user, paymentIntentLink } = await openMerchant(page);
  const [theirs, payer] = [await openSeparately(browser), await openSeparately(browser)];
  await signIn(theirs, user);
  await payer.goto(paymentIntentLink);
  await expect(payer.getByRole('list').getByRole('button').first()).toBeVisible();

  await page.goto(`/admin/merchants/${merchantId}`);
  await page.getByRole('button', { name: 'Disable merchant…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Disable ${name}?` });
  await expect(dialog.getByText('1 user is signed out and can’t sign in')).toBeVisible();
  await expect(dialog.getByText('1 open payment link can’t be paid')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').press('Enter');
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await proveByKeyboard(page);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`Disabled by \u2068${nameOf(findByRole('VOLUME_ADMIN'))}\u2069 on`)).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await theirs.reload();
  await expect(theirs).toHaveURL(/\/auth\/signin/);
  await payer.reload();
  await expect(payer.getByRole('list').getByRole('button')).toHaveCount(0);
  await expect(payer.getByText('cannot take payments at the moment')).toBeVisible();
  const mail = await awaitMail(page, user.email, /^Your account was disabled/);
  expect(mail).not.toContain(reason);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin?searchFilter=Orchard');
  await expect(page.getByRole('row').filter({ hasText: name }).getByText('Disabled')).toBeVisible();
  await page.goto(`/admin/merchants/${merchantId}`);
  await page.getByRole('button', { name: 'Enable merchant…' }).press('Enter');
  const enabling = page.getByRole('dialog', { name: `Enable ${name}?` });
  await expect(enabling.getByText('1 user can sign in again')).toBeVisible();
  await expectAccessible(page);
  await enabling.getByLabel('Reason (optional)').press('Enter');
  await proveByKeyboard(page);
  await expect(page.getByRole('button', { name: 'Disable merchant…' })).toBeVisible();
  await expect(page.getByText(reason)).toHaveCount(0);
  await payer.reload();
  await expect(payer.getByRole('list').getByRole('button').first()).toBeVisible();
  await signIn(theirs, user);
  for (const each of [theirs, payer]) await each.context().close();
});
