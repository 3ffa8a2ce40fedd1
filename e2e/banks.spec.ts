import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { findByRole } from '#e2e/sign-ins.ts';

const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });
const switchOf = (page: Page, name: string) => page.getByRole('switch', { name: `Offer ${name}` });

async function prove(dialog: Locator, action: string): Promise<void> {
  await dialog.getByLabel('Password', { exact: true }).fill(findByRole('VOLUME_ADMIN').password);
  await dialog.page().keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: action })).toHaveCount(0);
}

/** The pay page of a new link. */
async function makeLink(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1'));
  const headers = { authorization: `Bearer ${token}` };
  const merchants = await (await page.request.get('/sandbox/api/merchants', { headers })).json();
  const merchant = merchants.find((each: { companyName: string }) => each.companyName.startsWith('Harbour'));
  const made = await page.request.post('/sandbox/api/paymentintents/link', {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    data: {
      applicationId: merchant.applications[0].applicationId,
      paymentRequest: { amount: 12.5, currency: 'GBP', reference: 'BANKS' },
    },
  });
  return `/sandbox/pay/${(await made.json()).paymentIntentId}`;
}

// The later tests use the bank that the first one adds.
test.describe.configure({ mode: 'serial' });

test.describe('an administrator', { tag: '@last' }, () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('adds a bank by keyboard, switches it off and on again; pay pages follow', async ({ page, context, noise }) => {
    // The browser's console messages about the calls that require a step-up, and about the payer's refused choice.
    noise.allow(/403|409/);
    await page.goto('/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Banks' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Banks' })).toBeVisible();
    await expect(page.getByText(/^\d+ of \d+ offered$/)).toBeVisible();
    await page.getByRole('button', { name: 'Add bank' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add a bank' });
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Choose at least one country.')).toBeVisible();
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Quay Bank');
    await expect(dialog.getByLabel('Id (optional)')).toHaveAttribute('placeholder', 'quay-bank');
    for (const name of ['GBP', 'United Kingdom', 'Ireland']) {
      await dialog.getByRole('checkbox', { name }).focus();
      await page.keyboard.press('Space');
    }
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add bank' }).focus();
    await page.keyboard.press('Enter');
    await prove(dialog, 'Add bank');
    await expect(rowOf(page, 'Quay Bank')).toContainText('IE, GB');
    const link = await makeLink(page);
    const readPayPage = async () => (await page.request.get(link)).text();
    expect(await readPayPage()).toContain('Quay Bank');
    const payer = await context.newPage();
    await payer.goto(link);
    await page.bringToFront();

    await switchOf(page, 'Quay Bank').focus();
    await page.keyboard.press('Space');
    const off = page.getByRole('dialog', { name: 'Switch off Quay Bank?' });
    await expect(off.getByText('Payments already sent to it continue.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.type('It does not respond');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Quay Bank')).toContainText('Off since');
    await expect(rowOf(page, 'Quay Bank')).toContainText('It does not respond');
    await expect(switchOf(page, 'Quay Bank')).not.toBeChecked();
    await expect(switchOf(page, 'Quay Bank')).toBeFocused();
    expect(await readPayPage()).not.toContain('Quay Bank');
    await expectAccessible(page);

    // The payer's page is still the one from before.
    await payer.getByRole('button', { name: 'Quay Bank' }).click();
    await expect(payer.getByRole('alert')).toHaveText(/Quay Bank.* is not available at the moment\./);
    await expect(payer.getByRole('button', { name: 'Quay Bank' })).toHaveCount(0);
    await expect(payer.getByRole('button', { name: 'Monzo' })).toBeVisible();
    await expectAccessible(payer, { isPortal: false });
    await payer.close();

    await page.goto('/admin/banks?state=OFF');
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await switchOf(page, 'Quay Bank').focus();
    await page.keyboard.press('Space');
    const on = page.getByRole('dialog', { name: 'Switch on Quay Bank?' });
    await on.getByRole('button', { name: 'Switch on' }).focus();
    await page.keyboard.press('Enter');
    await prove(on, 'Switch on');
    await expect(page.getByText('No banks match these filters')).toBeVisible();
    expect(await readPayPage()).toContain('Quay Bank');
  });

  test('changes a bank, finds it by its new name and sees it in the activity', async ({ page, noise }) => {
    noise.allow(/403/);
    await page.goto('/admin/banks?search=quay-bank');
    await page.getByRole('button', { name: 'Actions for Quay Bank' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Quay Bank' });
    await expect(dialog.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByLabel('Letters (optional)').fill('QY');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await prove(dialog, 'Save changes');
    await expect(rowOf(page, 'Quay Bank')).toContainText('QY');
    await page.goto('/admin/activity?activityAction=BANK_CHANGED');
    await expect(page.getByText('letters of the name → QY').first()).toBeVisible();
    const log = page.getByRole('table', { name: 'Activity log' });
    await log.getByRole('button', { name: 'Bank changed' }).first().click();
    await page.getByRole('link', { name: 'Go to the bank' }).click();
    await expect(page).toHaveURL(/\/admin\/banks\?search=quay-bank/);
  });

  test('the list and the form fit a phone', async ({ page }) => {
    await page.goto('/admin/banks');
    await expect(rowOf(page, 'Quay Bank')).toBeVisible();
    await expectNoSidewaysScroll(page, 390);
    await page.getByRole('button', { name: 'Add bank' }).click();
    await expect(page.getByRole('dialog', { name: 'Add a bank' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 390);
    await expectNoSidewaysScroll(page, 320);
  });
});

test.describe('a read-only administrator', { tag: '@last' }, () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });

  test('sees the banks and can change none', async ({ page }) => {
    await page.goto('/admin/banks');
    await expect(page.getByRole('button', { name: 'Add bank' })).toHaveAttribute('aria-disabled', 'true');
    await switchOf(page, 'Monzo').click({ force: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Actions for Monzo' }).click();
    await expect(page.getByRole('menuitem', { name: /^Edit/ })).toHaveAttribute('aria-disabled', 'true');
  });
});
