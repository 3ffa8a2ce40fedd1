import type { Page } from '@playwright/test';
import { merchantScreens } from '#scripts/proofs/screen-paths.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test as journey } from '#e2e/journey.ts';
import { startDemo } from '#scripts/start-demo.ts';

/** `npm run demo`, built and served once for the file. */
const test = journey.extend<object, { demo: string }>({
  demo: [
    async ({}, use) => {
      const { address, stop } = await startDemo();
      await use(address);
      await stop();
    },
    { scope: 'worker', timeout: 250_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo),
});
test.describe.configure({ mode: 'serial', timeout: 120_000 });

test('the demo opens signed in, without a network, and takes writes', async ({ page, demo }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(demo) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
  });
  await page.goto('/payments/payin');
  await expect(page.getByRole('table').locator('a.row-link').first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Pay by link' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a payment link' });
  await dialog.getByLabel('Amount').fill('12.34');
  await dialog.getByRole('button', { name: 'Create link for £12.34' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment link of £12.34');
  await expect(page.getByRole('button', { name: 'Email…' })).toHaveAccessibleDescription('The demo sends no emails');
  await page.getByRole('link', { name: 'Open' }).click();
  const payer = page.frameLocator('dialog iframe');
  await payer.getByRole('list').getByRole('button').first().click();
  await payer.getByRole('button', { name: 'Approve payment' }).click();
  await expect(payer.getByText('The demo makes no PDFs and sends no emails.')).toBeVisible({ timeout: 30_000 });
  expect(outside).toEqual([]);
});

/** Follows a link to it: a reload would make the world anew. */
const follow = (page: Page, address: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);

test('every screen opens, and what only a server can do says so where it would be', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Received in GBP/ })).toBeVisible({ timeout: 60_000 });
  for (const address of merchantScreens) {
    await follow(page, address);
    await expect(page, address).toHaveURL(new RegExp(`${address.replaceAll(/[?]/g, '\\?')}`));
    await expect(page.locator('[aria-busy=true]'), address).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
    await expect(page.getByText('Oops!'), address).toHaveCount(0);
  }
  await follow(page, '/settings/account-settings');
  await expect(page.getByRole('button', { name: 'Use email codes…' })).toHaveAccessibleDescription(
    'The demo sends no emails',
  );
  await expect(page.getByRole('button', { name: /passkey/i }).first()).toHaveAccessibleDescription(
    /which the demo does without/,
  );
  for (const [address, button] of [
    ['/settings/users', 'Add user'],
    ['/settings/accounts', 'Add beneficiary'],
  ] as const) {
    await follow(page, address);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toContainText('The demo sends no emails.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  await follow(page, '/payments/payin?paymentStatuses=SETTLED');
  await page.locator('a.row-link').first().click();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'PDF' })).toHaveAccessibleDescription(/which the demo does without/);
  await follow(page, '/balances/overview');
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Statement' }).click();
  await expect(page.getByText('Closing balance').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'PDF' })).toHaveAccessibleDescription(/which the demo does without/);
  await page.getByRole('button', { name: 'Monthly email' }).click();
  await expect(page.getByText('The demo sends no emails')).toBeVisible();
});

test('the panel changes the person, fails a call in a chosen way, and starts afresh', async ({ page, noise }) => {
  noise.allow(/500|could not be shown|answered 500/);
  await page.goto('/payments/payin');
  await expect(page.getByRole('table').locator('a.row-link').first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Demo' }).click();
  await expect(page.getByRole('combobox', { name: 'Its answer' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Its answer' }).selectOption('payload500');
  await page.getByRole('link', { name: 'Payouts' }).first().click();
  await expect(page.getByText('The provider could not answer. Nothing was changed.').first()).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('combobox', { name: 'Its answer' }).selectOption('none');
  await page.getByRole('button', { name: 'Try Again?' }).first().click();
  await expect(page.getByText('Oops!')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Signed in as' }).selectOption('ada@volume.example');
  await expect(page.getByRole('heading', { level: 1, name: 'Merchants' })).toBeVisible({ timeout: 60_000 });
  await expectNoSidewaysScroll(page);
});
