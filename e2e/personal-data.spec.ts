import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { findByRole } from '#e2e/sign-ins.ts';

const password = () => findByRole('VOLUME_ADMIN').password;
const emailField = (page: Page) => page.getByLabel('Email address of a user or payer');

async function prove(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Password', { exact: true }).fill(password());
  await dialog.page().keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

/** Adds a user of Harbour & Bloom, so that the test erases no user that other tests need. */
async function addUser(page: Page, email: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1'));
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path: string, data?: object, more = {}) => {
    const all = { headers: { ...headers, ...more } };
    const answer = await (data ? page.request.post(path, { ...all, data }) : page.request.get(path, all));
    return answer.json();
  };
  const merchants = await ask('/sandbox/api/merchants');
  const { merchantId } = merchants.find((each: { companyName: string }) => each.companyName.startsWith('Harbour'));
  const { stepUpToken } = await ask('/sandbox/api/accounts/self/step-up', { password: password() });
  const user = { merchantId, email, name: 'Edith Orr', roles: ['MERCHANT_VIEWER'] };
  await ask(`/sandbox/api/merchants/${merchantId}/accounts`, user, { 'x-step-up': stepUpToken });
}

test.describe('an administrator', { tag: '@last' }, () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('looks a user up, exports and erases them by keyboard', async ({ page, noise }) => {
    // The browser's console messages about the calls that require a step-up.
    noise.allow(/403/);
    const email = `edith-${Date.now()}@harbour.example`;
    await page.goto('/admin/activity');
    await addUser(page, email);
    await page.getByRole('link', { name: 'Personal data' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Personal data' })).toBeVisible();
    await emailField(page).focus();
    await page.keyboard.type(email.toUpperCase().replace('.EXAMPLE', '.example'));
    await page.keyboard.press('Enter');
    const removed = page.getByRole('table', { name: 'What erasing removes' });
    await expect(removed.getByRole('row', { name: /User account/ })).toBeVisible();
    await expect(page.getByText('Edith Orr')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Export…' }).focus();
    await page.keyboard.press('Enter');
    const exporting = page.getByRole('dialog', { name: `Export the data of ${email}?` });
    await exporting.getByRole('button', { name: 'Export data' }).focus();
    const saved = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await prove(exporting);
    const file = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
    expect(file.records[0]).toMatchObject({ kind: 'accounts', rows: [{ email, name: 'Edith Orr' }] });

    await page.getByRole('button', { name: 'Erase…' }).focus();
    await page.keyboard.press('Enter');
    const erasing = page.getByRole('dialog', { name: `Erase ${email}?` });
    await expect(erasing.getByLabel('Email address of the person')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Asked by letter');
    await page.keyboard.press('Enter');
    // The confirmation for the export is still valid.
    await expect(erasing).toHaveCount(0);
    await expect(page.getByText('This person is being erased').first()).toBeVisible();
    await expect(page.getByText('Nothing to erase').first()).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await page.goto('/admin/activity?activityAction=PERSON_ERASED');
    await expect(page.getByText('Asked by letter').first()).toBeVisible();
    await expect(page.getByText(email)).toHaveCount(0);
  });

  test('the page fits a phone', async ({ page }) => {
    await page.goto('/admin/personal-data');
    await emailField(page).fill(findByRole('MERCHANT_EDITOR').email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Erasing removes' })).toBeVisible();
    await expectNoSidewaysScroll(page, 390);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
  });
});

test.describe('a read-only administrator', { tag: '@last' }, () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });

  test('sees what is stored and can neither export nor erase', async ({ page }) => {
    await page.goto('/admin/personal-data');
    await emailField(page).fill(findByRole('MERCHANT_EDITOR').email);
    await page.keyboard.press('Enter');
    for (const name of ['Export…', 'Erase…']) {
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
  });
});
