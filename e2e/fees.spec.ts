import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { findByRole } from '#e2e/sign-ins.ts';

/** Checks what is shown on a desk and on a phone. */
async function expectGoodEverywhere(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Calls the API as the user who is signed in. */
async function get<Answer>(page: Page, path: string): Promise<Answer> {
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1'));
  const answer = await page.request.get(`/sandbox/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as Answer;
}

interface Fees {
  currencies: { currency: string; count: number; fee: number }[];
}

/** The month before this one: `2026-10`. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 7);
}

async function saveFile(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).first().press('Enter'),
  ]);
  return file.suggestedFilename();
}

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('reads the fees of all merchants and of one, by keyboard', async ({ page }) => {
    await page.goto('/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Fees' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: 'Fees in GBP' })).toBeVisible();
    await page.getByRole('button', { name: 'Fee', exact: true }).press('Enter');
    await expect(page).toHaveURL(/sort=fee-desc/);
    await page.keyboard.press('/');
    await page.keyboard.type('harbour');
    await expect(page.locator('tbody a.row-link')).toHaveCount(2);
    expect(await saveFile(page, 'Export')).toMatch(/^fees-\d{4}-\d\d.*\.csv$/);
    await expectGoodEverywhere(page);

    await page.getByRole('link', { name: 'Harbour & Bloom, GBP' }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`/admin/fees/[0-9a-f-]{36}\\?month=${lastMonth()}$`));
    const lines = page.getByRole('table', { name: 'Fees in GBP' });
    await expect(lines.getByText('Total')).toBeVisible();
    await expectGoodEverywhere(page);
    expect(await saveFile(page, 'Export the fees in GBP')).toMatch(/^fees-GBP-.*\.csv$/);
    expect(await saveFile(page, 'PDF')).toMatch(/^fees-GBP-.*\.pdf$/);

    const count = await lines.locator('tbody tr').first().getByRole('cell').nth(2).textContent();
    await lines.getByRole('link').first().press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'All payments' })).toBeVisible();
    await expect(page.getByText(`of ${count}`)).toBeVisible();
  });

  test('changes a fee from a given day, sees the whole effect first, and withdraws the change', async ({
    page,
    noise,
  }) => {
    // The browser's console messages about calls that require a step-up.
    noise.allow(/403/);
    await page.goto('/admin?searchFilter=juniper');
    await page.locator('tbody a.row-link').first().press('Enter');
    await page.getByRole('button', { name: 'Change fee…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change fee' });
    await expect(dialog.getByLabel(/^New fee/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter the fee, 0 for none.')).toBeVisible();
    await expect(dialog.getByLabel(/^New fee/)).toBeFocused();
    await page.keyboard.type('0.275');
    await expect(dialog.getByText(/^\d.* until .*, 0\.275% from 1 .*, 00:00 UTC$/)).toBeVisible();
    await expect(dialog.getByText(/^Pay-ins made before keep/)).toBeVisible();
    await expectGoodEverywhere(page);
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type(findByRole('VOLUME_ADMIN').password);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const fees = page.getByRole('table', { name: 'Fees of this merchant' });
    await expect(fees.locator('tbody tr').first()).toContainText('0.275%');
    await expect(fees.locator('tbody tr').first()).toContainText('Planned');
    await expectGoodEverywhere(page);

    await page.getByRole('button', { name: 'Withdraw change…' }).press('Enter');
    const withdrawing = page.getByRole('dialog', { name: 'Withdraw the planned change?' });
    await withdrawing.getByRole('button', { name: 'Withdraw change' }).press('Enter');
    await expect(fees.getByText('Planned')).toHaveCount(0);
  });
});

test.describe('an administrator with read-only access', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });

  test('sees every fee and changes none', async ({ page }) => {
    await page.goto('/admin/fees');
    await expect(page.locator('tbody a.row-link').first()).toBeVisible();
    await page.goto('/admin?searchFilter=juniper');
    await page.locator('tbody a.row-link').first().press('Enter');
    await expect(page.getByRole('button', { name: 'Change fee…' })).toHaveAttribute('aria-disabled', 'true');
  });
});

test.describe('a user of a merchant', () => {
  test.use({ role: 'MERCHANT_VIEWER' });

  test('reads its fees under Balances; they equal revenue to the penny', async ({ page }) => {
    await page.goto('/balances/overview');
    await page.getByRole('link', { name: 'Fees', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^Fees, / })).toBeVisible();
    await expect(page.getByText('Total').first()).toBeVisible();
    await expectGoodEverywhere(page);
    const { merchantId } = await get<{ merchantId: string }>(page, 'accounts/self');
    const month = lastMonth();
    const { currencies } = await get<Fees>(page, `merchants/${merchantId}/fees?month=${month}`);
    const [year = 0, nth = 0] = month.split('-').map(Number);
    const end = new Date(Date.UTC(year, nth) - 1).toISOString().slice(0, -1);
    const period = `startDateTimeUtc=${month}-01T00:00:00.000&endDateTimeUtc=${end}`;
    const { items } = await get<{ items: Fees['currencies'] }>(page, `revenue?${period}&periodType=MONTH`);
    const sums = (of: Fees['currencies']) => Object.fromEntries(of.map((each) => [each.currency, each.fee]));
    expect(sums(currencies)).toEqual(sums(items));
    expect(items.length).toBeGreaterThan(0);
    for (const { currency, fee } of currencies) {
      const total = page
        .getByRole('table', { name: `Fees in ${currency}` })
        .getByRole('row')
        .last();
      await expect(total).toContainText(fee.toFixed(2));
    }
    await page.getByLabel('Month').selectOption({ index: 0 });
    await expect(page.getByRole('heading', { level: 1, name: /so far$/ })).toBeVisible();
  });
});
