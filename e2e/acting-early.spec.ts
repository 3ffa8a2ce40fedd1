import type { Page } from '@playwright/test';
import { code, holdCode } from '#e2e/hold-code.ts';
import { expect, test } from '#e2e/journey.ts';
import { findByRole } from '#e2e/sign-ins.ts';

/** Records all API requests that are not reads. */
function listenForWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/') && !/^(GET|HEAD|OPTIONS)$/.test(request.method()))
      writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
}

/** The page is rendered by React, and the instant shell is gone. */
async function expectDrawn(page: Page, title: string): Promise<void> {
  await expect(page.locator('#shell')).toHaveCount(0);
  await expect(page.locator('#root main h1')).toHaveText(title);
}

/** Clicks, follows a link and goes back on a page whose code has not loaded. */
async function actEarly(page: Page, address: string, title: string, link: string): Promise<void> {
  const writes = listenForWrites(page);
  const you = page.locator('#shell button[aria-label^="You: "]');
  const menu = page.getByRole('menu');
  await page.goto(address);
  await expectDrawn(page, title);
  await test.step('a click takes effect once, after the code has loaded', async () => {
    const release = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    await you.waitFor();
    await you.click();
    await release();
    await expect(menu).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await page.unroute(code);
  });
  await test.step('a link works immediately, and back returns to the list', async () => {
    const release = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    await you.waitFor();
    const here = page.url();
    await page.locator('aside a', { hasText: link }).click({ noWaitAfter: true });
    await expect(page).not.toHaveURL(here);
    await page.goBack({ waitUntil: 'commit' });
    await expect(page).toHaveURL(here);
    await release();
    await expectDrawn(page, title);
    await expect(menu).toHaveCount(0);
  });
  expect(writes).toEqual([]);
}

test.describe('before the code of a list has loaded', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  for (const [address, title] of [
    ['/payments/payin', 'Pay-ins'],
    ['/payments/payin?paymentStatuses=FAILED&page=2', 'Pay-ins'],
    ['/payments/payout', 'Payouts'],
    ['/pay-by-link', 'Pay by link'],
    ['/settings/users', 'Settings'],
    ['/settings/security', 'Settings'],
    ['/settings/webhooks-callbacks', 'Settings'],
  ] as const)
    test(`a click and a link take effect once, and back returns to ${address}`, ({ page }) =>
      actEarly(page, address, title, 'Balances'));

  test('a link that is pressed while the shell is replaced still works', async ({ page }) => {
    const release = await holdCode(page);
    await page.goto('/payments/payin', { waitUntil: 'commit' });
    const link = page.locator('#shell aside a', { hasText: 'Balances' });
    await link.hover();
    await page.mouse.down();
    await release();
    await expect(page.locator('#shell')).toHaveCount(0);
    await page.mouse.up();
    await expect(page).toHaveURL(/\/balances/);
    await expectDrawn(page, 'Balances');
  });

  test('typed search text is searched for after the code has loaded', async ({ page }) => {
    await page.goto('/payments/payin');
    await expectDrawn(page, 'Pay-ins');
    const asked: string[] = [];
    page.on('request', (request) => {
      const search = new URL(request.url()).searchParams.get('globalSearch');
      if (search !== null && request.url().includes('/api/payments?')) asked.push(search);
    });
    const release = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#shell .data-table').waitFor();
    await page.locator('#shell input[type=search]').pressSequentially('needle');
    await release();
    await expect(page).toHaveURL(/searchFilter=needle/);
    await expectDrawn(page, 'Pay-ins');
    await expect(page.locator('#root main input').first()).toHaveValue('needle');
    await expect.poll(() => [...new Set(asked)]).toEqual(['needle']);
  });
});

test.describe('before the code of an administrator’s list has loaded', () => {
  test.use({ role: 'VOLUME_ADMIN' });

  for (const [address, title, link] of [
    ['/admin', 'Merchants', 'All payments'],
    ['/admin/payments', 'All payments', 'Merchants'],
    ['/admin/exceptions', 'Exceptions', 'Merchants'],
    ['/admin/banks', 'Banks', 'Merchants'],
    ['/admin/failed-jobs', 'Failed jobs', 'Merchants'],
    ['/admin/fees', 'Fees', 'Merchants'],
    ['/admin/activity', 'Activity', 'Merchants'],
  ] as const)
    test(`a click and a link take effect once, and back returns to ${address}`, ({ page }) =>
      actEarly(page, address, title, link));
});

test('a sign-in that is submitted three times before the code has loaded is sent once', async ({ page }) => {
  const { email, password } = findByRole('MERCHANT_VIEWER');
  const writes = listenForWrites(page);
  const release = await holdCode(page);
  await page.goto('/auth/signin', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await release();
  await expect(page).not.toHaveURL(/\/auth\/signin/);
  expect(writes).toHaveLength(1);
});

test('a link of the sign-in form works before the code has loaded, and back returns to the form', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/auth/signin', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Forgotten your password?' }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(/forgot-password/);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/auth\/signin/);
  await release();
  await expect(page.locator('#root form')).toBeVisible();
  await expect(page.locator('form')).toHaveCount(1);
});
