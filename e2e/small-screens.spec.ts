import type { Locator } from '@playwright/test';
import { expect, test } from '#e2e/journey.ts';

test.use({ role: 'MERCHANT_ADMIN', viewport: { width: 390, height: 844 } });

const backgroundOf = (button: Locator) => button.evaluate((each) => getComputedStyle(each).backgroundColor);

test('a phone shows the title once, and the balances by name', async ({ page }) => {
  await page.goto('/balances/overview');
  await expect(page.getByRole('button', { name: 'Pay out…' }).first()).toBeVisible();
  const heading = page.getByRole('heading', { level: 1, name: 'Balances' });
  expect((await heading.boundingBox())?.width).toBeLessThan(2);
  await expect(page.getByRole('button', { name: /^Balance in GBP/ }).first()).toBeVisible();
  await expect(page.getByText('Available', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await page.getByRole('link', { name: 'Statement' }).first().click();
  // The running balance of each line.
  await expect(page.locator('tbody tr').first()).toContainText(/Balance £[\d,]+\.\d\d/);
  await expect(
    page
      .locator('tbody')
      .getByText(/^Balance £/)
      .first(),
  ).toBeVisible();
});

test('the bell is there at exactly 768 px, and stays while pages change', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/payments/payin');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  const first = await bell.elementHandle();
  for (const place of ['Payouts', 'Settings', 'Pay-ins']) {
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('link', { name: place, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 }).first()).toContainText(place);
  }
  expect(await first?.evaluate((each) => each.isConnected)).toBe(true);
});

test('at 200% zoom nothing covers the warning of a payout: the buttons scroll with it', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto('/balances/overview');
  await page.getByRole('button', { name: 'Pay out…' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('12000');
  const warning = dialog.getByText(/^Check before you pay out/);
  const button = dialog.getByRole('button', { name: 'Pay out £12,000.00' });
  await expect(button).toBeAttached();
  for (const part of [warning, button]) {
    await part.scrollIntoViewIfNeeded();
    await expect(part).toBeInViewport();
    const [above, below] = [await warning.boundingBox(), await button.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }
});

test('on a phone the dialog of a payout fills the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/balances/overview');
  await page.getByRole('button', { name: 'Pay out…' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Balance afterwards')).toBeVisible();
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 3, width: 390, height: 841 });
});

test('in forced colours the button that acts looks different from the others', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/payments/payin');
  const [main, other] = [
    page.getByRole('button', { name: 'Create link' }),
    page.getByRole('button', { name: 'Export' }),
  ];
  await expect(main).toBeVisible();
  expect(await backgroundOf(main)).not.toBe(await backgroundOf(other));
});

for (const width of [320, 390]) {
  test(`at ${width} px the account that a payout leaves is shown in full`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/balances/overview');
    await page.getByRole('button', { name: 'Pay out…' }).last().click();
    const dialog = page.getByRole('dialog', { name: /^Pay out from EUR/ });
    await expect(dialog.getByText('From', { exact: true })).toBeVisible();
    expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });
}

test('settings that are out of sight leave a shadow at that edge', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto('/settings/account-settings');
  const tabs = page.getByRole('navigation', { name: 'Settings', exact: true });
  await expect(tabs.getByRole('link', { name: 'Brand' })).toBeAttached();
  const { x, y, width } = (await tabs.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  // Above the names.
  const edge = () => page.screenshot({ clip: { x: x + width - 4, y, width: 4, height: 3 } });
  const start = await edge();
  await tabs.evaluate((each) => (each.scrollLeft = each.scrollWidth));
  expect(start.equals(await edge())).toBe(false);
});

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });
  test('sees on a phone whose payments they are', async ({ page }) => {
    await page.goto('/admin/payments');
    const rows = page.locator('#root tbody tr');
    await expect(rows.first()).toContainText(/[£€]/);
    const header = page.getByRole('columnheader', { name: 'Merchant', includeHidden: true });
    const column = await header.evaluate((each) => (each as HTMLTableCellElement).cellIndex);
    const name = (await rows.first().locator('td').nth(column).textContent()) ?? '';
    expect(name).not.toBe('');
    await expect(rows.first().getByText(name).filter({ visible: true })).toHaveCount(1);
  });
});
