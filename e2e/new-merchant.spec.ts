import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { findByRole } from '#e2e/sign-ins.ts';

test.use({ role: 'VOLUME_ADMIN' });

const { password } = findByRole('VOLUME_ADMIN');

const main = (page: Page) => page.getByRole('main');
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

/** Types into the focused field and moves on to the next. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await expect(page.getByLabel(label, { exact: true }).and(page.locator(':focus'))).toBeVisible();
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

test('a merchant with accounts in pounds and euros is created by keyboard, with a reload half-way', async ({
  page,
  noise,
}) => {
  // The first creation asks for a step-up.
  noise.allow(/403|answered/);
  const unique = String(Date.now());
  const name = `Orchard Lane ${unique}`;
  await page.goto('/admin');
  await page.getByRole('link', { name: 'New merchant' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New merchant' })).toBeVisible();
  await press(page, 'Save and continue');
  await expect(page.getByText('Enter the company’s legal name.')).toBeVisible();
  await type(page, 'Legal name', name);
  await page.getByLabel('Street').focus();
  await type(page, 'Street', 'Mill Road');
  await type(page, 'Number', '14');
  await page.keyboard.press('Enter');

  await expect(step(page, 'Applications and accounts')).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/new-merchant\?draft=[\da-f-]{36}&step=applications$/);
  await expect(page.getByText(/^Draft saved \d\d:\d\d UTC$/)).toBeVisible();
  await page.keyboard.press('Tab');
  await type(page, 'Application name', 'Web shop');
  const pounds = page.getByRole('group', { name: 'GBP account', exact: true });
  await pounds.getByLabel('Account holder').focus();
  await type(page, 'Account holder', 'Orchard Lane');
  await pounds.getByLabel('Sort code', { exact: true }).focus();
  await type(page, 'Sort code', '20-45-77');
  await page.keyboard.type('73014486');
  await press(page, 'Add EUR account');
  await press(page, 'Save draft');
  await expect(page.getByRole('button', { name: 'Save draft' })).not.toHaveAttribute('aria-disabled', 'true');

  await page.reload();
  await expect(pounds.getByLabel('Account number', { exact: true }).last()).toHaveValue('73014486');
  const euros = page.getByRole('group', { name: 'EUR account', exact: true });
  await press(page, 'Save and continue');
  await expect(euros.getByText('Enter the IBAN.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await euros.getByLabel('Account holder').fill('Orchard Lane');
  await euros.getByLabel('IBAN', { exact: true }).fill('IE29 AIBK 9311 5212 3456 78');
  await press(page, 'Save and continue');

  await expect(step(page, 'Fee and limits')).toBeFocused();
  await page.keyboard.press('Tab');
  await type(page, 'Fee of each pay-in, in percent', '0.45');
  await press(page, 'Save and continue');
  await expect(step(page, 'First user')).toBeFocused();
  await page.keyboard.press('Tab');
  await type(page, 'Name (optional)', 'Hannah Doyle');
  await type(page, 'Email', `hannah${unique}@orchard-lane.example`);
  await page.keyboard.press('Enter');

  await expect(step(page, 'Review')).toBeFocused();
  await expect(main(page).getByRole('cell', { name: 'IE29 AIBK 9311 5212 3456 78' })).toBeVisible();
  await expect(main(page).getByText('14 Mill Road')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expect(page.getByText('Step 5 of 5')).toBeVisible();
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await press(page, `Create ${name}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/admin\/merchants\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(new RegExp(`${name}.? was created`))).toBeVisible();
  const accounts = page.getByRole('table', { name: 'Accounts of Web shop' }).getByRole('row');
  await expect(accounts.filter({ hasText: 'default' })).toHaveCount(2);
  await expect(page.getByText('Invited', { exact: true })).toBeVisible();
});

test('a taken address is refused with its reason and leads to the step that changes it', async ({ page, noise }) => {
  noise.allow(/403|409|answered/);
  const name = `Orchard Refused ${Date.now()}`;
  await page.goto('/admin/new-merchant');
  await page.getByLabel('Legal name').fill(name);
  await press(page, 'Save and continue');
  await page.getByLabel('Application name').fill('Till');
  await page.getByLabel('Payers pay into').selectOption('OWN');
  await page.getByLabel('Account holder').fill('Orchard');
  await page.getByLabel('Sort code', { exact: true }).fill('204577');
  await page.getByLabel('Account number', { exact: true }).last().fill('73014486');
  await press(page, 'Save and continue');
  await page.getByLabel('Fee of each pay-in, in percent').fill('0,45');
  await press(page, 'Save and continue');
  await page.getByLabel('Email').fill('amelia@harbourbloom.example');
  await press(page, 'Save and continue');
  await press(page, `Create ${name}`);
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^The first user’s email address is already in use/)).toBeVisible();
  await page.getByRole('link', { name: 'Change first user' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('amelia@harbourbloom.example');
  await press(page, 'Discard draft');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test.describe('as VOLUME_ADMIN_READ', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });
  test('the page says why nothing can be created', async ({ page }) => {
    await page.goto('/admin/new-merchant');
    await expect(page.getByText('Only administrators with full access')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save and continue' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
  });
});

test('a long name stays within the column of the steps', async ({ page }) => {
  await page.goto('/admin/new-merchant');
  await page.getByLabel('Legal name').fill(`Gartenbaubetriebsgesellschaft mit beschränkter Haftung ${Date.now()}`);
  await press(page, 'Save and continue');
  await expect(step(page, 'Applications and accounts')).toBeVisible();
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await expect(steps.getByRole('link', { name: /Gartenbau/ })).toBeVisible();
  expect(await steps.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await press(page, 'Discard draft');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});
