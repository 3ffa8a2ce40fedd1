import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { awaitMail } from '#e2e/mails.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole } from '#e2e/sign-ins.ts';
import { openMerchant, openSeparately } from '#e2e/own-merchant.ts';

test.use({ role: 'VOLUME_ADMIN' });

/** Answers the step-up when it is asked for: once in five minutes. */
async function proveIfAsked(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Password', { exact: true });
  await expect.poll(async () => (await field.isVisible()) || (await dialog.count()) === 0).toBe(true);
  if ((await field.count()) === 0) return;
  await page.keyboard.type(findByRole('VOLUME_ADMIN').password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().press('Enter');
}

test('limits, company, notes, an application and its account are changed later, by keyboard', async ({
  page,
  noise,
}) => {
  // The browser's console messages about calls that require a step-up.
  noise.allow(/403|answered/);
  const { merchantId, name } = await openMerchant(page);
  await page.goto(`/admin/merchants/${merchantId}`);
  await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Settings of ${name}` })).toBeVisible();
  await expectAccessible(page);

  await press(page, 'Change limits');
  await page.getByLabel('Largest amount (optional)').fill('25,000');
  await page.keyboard.press('Enter');
  await proveIfAsked(page);
  await expect(page.getByText('25,000.00 in either currency')).toBeVisible();
  await press(page, 'Change limits');
  await page.getByLabel('Largest amount (optional)').fill('10,000');
  await press(page, 'From a day');
  await page.getByLabel('From', { exact: true }).press('Enter');
  await expect(page.getByText('Enter a day such as 21 Nov 2026.')).toBeVisible();
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('From', { exact: true }).fill(day);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await proveIfAsked(page);
  await expect(page.getByText(/^From .*, 00:00 UTC: 10,000\.00 in either currency$/)).toBeVisible();

  await press(page, 'Edit company');
  await page.getByLabel('Email (optional)').fill('office@orchard.example');
  await page.keyboard.press('Enter');
  await proveIfAsked(page);
  await expect(page.getByText('office@orchard.example')).toBeVisible();

  await press(page, 'Add note');
  await page.getByLabel('Note', { exact: true }).fill('Asked about a second shop');
  await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Asked about a second shop' })).toBeVisible();

  await press(page, 'Add application');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Application name').fill('Garden centre tills');
  await dialog.getByLabel('Account holder').fill('Orchard Lane');
  await dialog.getByLabel('Sort code').fill('20-45-77');
  // The simulated provider refuses numbers that end in 00000004.
  await dialog.getByRole('textbox', { name: 'Account number' }).fill('00000004');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await proveIfAsked(page);
  const tills = page.getByRole('listitem').filter({ hasText: 'Garden centre tills' });
  await expect(tills.getByText('The GBP account is not open')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(page, 'Retry the GBP account of Garden centre tills');
  await dialog.getByRole('textbox', { name: 'Account number' }).fill('73014486');
  await page.keyboard.press('Enter');
  await proveIfAsked(page);
  await expect(tills.getByText('The GBP account is not open')).toHaveCount(0);
  await expect(tills.getByText('GBP', { exact: true })).toBeVisible();
});

test('a merchant asks for an application, and gets a notification that it was approved', async ({
  page,
  browser,
  noise,
}) => {
  noise.allow(/403|answered/);
  const { merchantId, name, user } = await openMerchant(page);
  const theirs = await openSeparately(browser);
  await signIn(theirs, user);
  await theirs.goto('/settings/accounts');
  await press(theirs, 'Ask for another application');
  await theirs.getByLabel('Name', { exact: true }).fill('Wholesale');
  await theirs.getByLabel('What you need it for').fill('A second brand');
  await press(theirs, 'Send request');
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Wholesale' }).getByText('Waiting')).toBeVisible();
  await expectAccessible(theirs);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin?searchFilter=Orchard');
  await expect(page.getByRole('row').filter({ hasText: name }).getByText('Request', { exact: true })).toBeVisible();
  await page.goto(`/admin/merchants/${merchantId}`);
  await page.getByRole('link', { name: 'Decide' }).press('Enter');
  await press(page, 'Approve…');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Application name')).toHaveValue('Wholesale');
  await dialog.getByLabel('Account holder').fill('Orchard Lane');
  await dialog.getByLabel('Sort code').fill('20-45-77');
  await dialog.getByRole('textbox', { name: 'Account number' }).fill('73014486');
  await page.keyboard.press('Enter');
  await proveIfAsked(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Requests' })).toHaveCount(0);
  expect(await awaitMail(page, user.email, /^Your request for another application was approved/)).toContain(
    'Wholesale',
  );
  await theirs.reload();
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Wholesale' }).getByText('Approved')).toBeVisible();
  await theirs.context().close();
});
