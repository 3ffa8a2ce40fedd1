import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

/** Journeys run in parallel, on desktop and phone, so each uses payments from its own range of amounts. */
function small(page: Page): string {
  const [from, to] = isPhone(page) ? [9, 14] : [4, 8.99];
  return `/payments/payin?paymentStatuses=SETTLED&refundedFilter=NOT_REFUNDED&heldFilter=NOT_HELD&currencies=GBP&from=2025-01-01&to=2030-01-01&amountFrom=${from}&amountTo=${to}`;
}
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;
const box = (page: Page, row: number) => page.locator('tbody').getByRole('checkbox').nth(row);
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const rows = (page: Page) => page.locator('tbody a.row-link');
/** Whether the row's box is shown, and whether the row is coloured as selected. */
const looksOf = (page: Page, row: number) =>
  page
    .locator('tbody tr')
    .nth(row)
    .evaluate((line) => ({
      hasBox: getComputedStyle(line.querySelector('.pick') as Element).opacity === '1',
      isColoured: getComputedStyle(line).backgroundColor !== 'rgba(0, 0, 0, 0)',
    }));

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(rows(page).first()).toBeVisible();
  // A phone shows checkboxes only in selection mode.
  if (isPhone(page)) await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(box(page, 0)).toBeAttached();
}

test.describe('an editor', () => {
  test.use({ role: 'MERCHANT_EDITOR' });

  test('selects rows by checkbox, range and key across pages, until the filter changes', async ({ page }) => {
    await open(page, '/payments/payin?from=2025-01-01&to=2030-01-01');
    await rows(page).nth(1).hover();
    await box(page, 1).click();
    await box(page, 3).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('3 selected · ');
    expect(await looksOf(page, 2)).toEqual({ hasBox: true, isColoured: true });
    expect(await looksOf(page, 8)).toEqual({ hasBox: true, isColoured: false });
    await rows(page).nth(5).focus();
    await page.keyboard.press('x');
    await expect(bar(page)).toContainText('4 selected · ');
    const before = (await rows(page).first().getAttribute('href')) ?? '';
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2/);
    // The old rows remain until the new ones have loaded.
    await expect(rows(page).first()).not.toHaveAttribute('href', before);
    await expect(box(page, 0)).not.toBeChecked();
    expect(await looksOf(page, 8)).toEqual({ hasBox: true, isColoured: false });
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
    expect(await looksOf(page, 8)).toEqual({ hasBox: true, isColoured: true });
    await expect(bar(page)).toContainText('14 selected · ');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
    expect(await looksOf(page, 8)).toEqual({ hasBox: false, isColoured: false });
    await box(page, 0).click({ force: true });
    await page.getByRole('link', { name: 'Failed' }).first().click();
    await expect(page.getByText('Selection cleared', { exact: true })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });

  test('selects all matching rows and exports exactly those', async ({ page }) => {
    // Past days, because other journeys pay today.
    const past = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    await open(page, `/payments/payin?paymentStatuses=FAILED&currencies=GBP&from=2025-01-01&to=${past}&rows=10`);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click({ force: true });
    await bar(page)
      .getByRole('button', { name: /^Select all \d+ that match$/ })
      .click();
    const total = (
      await page
        .getByRole('status')
        .filter({ hasText: /^1–10 of/ })
        .textContent()
    )?.replace(/.* of /, '');
    await expect(bar(page)).toContainText(`${total} selected · £`);
    const saved = page.waitForEvent('download');
    await bar(page).getByRole('button', { name: 'Export the selection' }).click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
    expect(lines.length - 1).toBe(Number(total));
  });

  test(
    'refunds two payments with one reason after a dry run that names them, follows the job and keeps its result',
    { tag: '@journey' },
    async ({ page }) => {
      // Refunds are sent to the account provider one by one.
      test.slow();
      await open(page, small(page));
      await box(page, 0).click({ force: true });
      await box(page, 1).click({ force: true });
      await expect(bar(page)).toContainText('2 selected · £');
      const sum = (await bar(page).textContent())?.match(/£[\d.,]+\d/)?.[0];
      await bar(page).getByRole('button', { name: 'Refund…' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText('2 will be refunded')).toBeVisible();
      const listed = dialog.getByRole('group', { name: 'Payments to refund' }).getByRole('listitem');
      await expect(listed).toHaveCount(2);
      const payers = await listed.locator('bdi').first().allTextContents();
      await expectAccessible(page);
      await dialog.getByLabel('Reference').fill('RETURN 222');
      await dialog.getByLabel('Reason').selectOption('Not delivered');
      await dialog.getByRole('button', { name: `Refund 2 payments, ${sum}` }).click();
      await dialog.getByRole('link', { name: 'See progress' }).click();
      await expect(page).toHaveURL(/\/payments\/bulk\/[0-9a-f-]{36}/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`2 refunds started, ${sum}`, {
        timeout: 20_000,
      });
      await expect(page.getByText('2 of 2 refunds started')).toBeVisible({ timeout: 20_000 });
      await page.reload();
      await expect(page.getByRole('row').filter({ hasText: /Refund(ed| started)/ })).toHaveCount(2);
      for (const payer of payers) await expect(page.getByRole('link', { name: payer })).not.toHaveCount(0);
      await expect(page.getByRole('definition').filter({ hasText: 'RETURN 222' })).toBeVisible();
      await expectAccessible(page);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      expect(await readFile(await (await saved).path(), 'utf8')).toContain(',DONE,');
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Bulk jobs' }).click();
      await expect(page.getByRole('row').filter({ hasText: `Refund of 2 payments, ${sum}` })).toHaveCount(1);
      await expectNoSidewaysScroll(page);
    },
  );
});

test.describe('a viewer', () => {
  test.use({ role: 'MERCHANT_VIEWER' });

  test('counts and exports a selection, and sees why it cannot be refunded', async ({ page }) => {
    await open(page, '/payments/payin?from=2025-01-01&to=2030-01-01');
    await box(page, 0).click({ force: true });
    await expect(bar(page).getByRole('button', { name: 'Refund…' })).toHaveAccessibleDescription(
      'You don’t have permission to move money',
    );
    await expect(bar(page).getByRole('button', { name: 'Export the selection' })).toBeEnabled();
  });
});
