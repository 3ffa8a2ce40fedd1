import type { Page } from '@playwright/test';
import { merchantScreens } from '#proofs/screen-paths.ts';
import { closeOrder } from '#e2e/close-order.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test as journey } from '#e2e/journey.ts';
import { findByRole, type SampleSignIn } from '#e2e/sign-ins.ts';
import { startDemo } from '#scripts/start-demo.ts';

/** `npm run demo`, built and served once for this file. */
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

test('the demo opens signed in, works without a network, and accepts writes', async ({ page, demo }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(demo) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
  });
  await page.goto('/payments/payin', { waitUntil: 'commit' });
  // While it starts: the mark, what happens and how far it is.
  const start = page.getByRole('main').filter({ has: page.getByRole('progressbar', { name: 'Fetching the sandbox' }) });
  await expect(start.locator('svg')).toBeVisible();
  await expect(page.getByRole('table').locator('a.row-link').first()).toBeVisible({ timeout: 60_000 });
  await expectNothingBelowButton(page);
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

/** At the end of the page, the demo's own button covers nothing of it. */
async function expectNothingBelowButton(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const button = await page.getByRole('button', { name: 'Demo' }).boundingBox();
  const main = await page.getByRole('main').boundingBox();
  expect((main?.y ?? Infinity) + (main?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
}

/** Follows a link instead of reloading, because a reload would create the world again. */
const follow = (page: Page, address: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);

test('every screen opens, and features that need a server say so in their place', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('group', { name: 'Received in GBP' })).toBeVisible({ timeout: 60_000 });
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
    /Passkeys aren’t available in the demo/,
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
  await expect(page.getByRole('button', { name: 'PDF' })).toHaveAccessibleDescription(/isn’t available in the demo/);
  await follow(page, '/balances/overview');
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Statement' }).click();
  await expect(page.getByText('Closing balance').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'PDF' })).toHaveAccessibleDescription(/isn’t available in the demo/);
  await page.getByRole('button', { name: 'Files for accounting programs' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CAMT.053' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^statement-[A-Z]{3}-.*\.xml$/);
  await page.getByRole('button', { name: 'Monthly email' }).click();
  await expect(page.getByText('The demo sends no emails')).toBeVisible();
  await follow(page, '/balances/fees');
  await expect(page.getByText('Total', { exact: true }).first()).toBeVisible();
  await follow(page, '/balances/scheduled-files');
  await expect(page.getByText('No schedules yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New schedule' })).toHaveAccessibleDescription(/sends no emails/);
});

test('the panel switches the user, makes a call fail in a chosen way, and resets the world', async ({
  page,
  noise,
}) => {
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

/** Clicks the dialog's action and makes the step-up. */
async function goThrough(page: Page, action: string, { password }: SampleSignIn): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: action }).click();
}

test('a statement is matched, a view is shared, privacy mode hides names, and the digest says why there is none', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('group', { name: 'Received in GBP' })).toBeVisible({ timeout: 60_000 });
  await follow(page, '/balances/reconcile?view=bank');
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const file = `Date,Name,Reference,Amount\n${day(20)},Nobody we know,RENT,84.21\n${day(0)},Nobody we know,RENT,84.21\n`;
  await page
    .getByLabel('Bank statement')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Match' }).click();
  await expect(page.getByRole('list', { name: 'Only at the bank' })).toContainText('Nobody we know');
  const here = page.getByRole('navigation', { name: 'Result' }).getByRole('link', { name: /^Only in Volume [1-9]/ });
  await expect(here).toBeVisible();

  await follow(page, '/payments/payout?statuses=FAILED');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByLabel('View name').fill('Broken');
  await page.getByLabel('Share with the team').check();
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Broken Shared by you' })).toBeVisible();

  await follow(page, '/settings/notifications');
  await expect(page.getByRole('switch', { name: 'Daily digest' })).toHaveAccessibleDescription(
    /The demo sends no emails/,
  );
  await follow(page, '/payments/payin?paymentStatuses=SETTLED');
  await expect(page.locator('tbody a.row-link').first()).toBeVisible();
  await page.keyboard.press('v');
  await expect(page.locator('html')).toHaveAttribute('data-veil', 'on');
  await expect(page.getByRole('table').locator('[data-veiled]').first()).toBeAttached();
});

test('a refused payout says so in its dialog, as with a server', async ({ page }) => {
  await page.goto('/balances/overview');
  const pounds = page.getByRole('table', { name: 'GBP accounts' }).locator('tbody tr').first();
  await pounds.getByRole('button', { name: 'Pay out…' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Matches')).toBeVisible();
  await dialog.getByLabel('Amount').fill('66.01');
  await dialog.getByRole('button', { name: 'Pay out £66.01' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The destination account cannot receive payments');
  await expect(dialog.getByLabel('Amount')).toHaveValue('66.01');
});

test('a payout waits for a second user, who signs in to the same world; payments are refunded in bulk', async ({
  page,
  noise,
}) => {
  noise.allow(/STEP_UP_REQUIRED/);
  const [maker, approver] = [findByRole('MERCHANT_ADMIN'), findByRole('MERCHANT_EDITOR')];
  const sum = '£10,000.01';
  await page.goto('/');
  await expect(page.getByRole('group', { name: 'Received in GBP' })).toBeVisible({ timeout: 60_000 });
  await follow(page, '/settings/security');
  await page.getByRole('button', { name: 'Require a second person…' }).click();
  await page.getByRole('dialog').getByLabel('GBP limit').fill('10,000');
  await goThrough(page, 'Save limits', maker);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await follow(page, '/balances/overview');
  const pounds = page.getByRole('table', { name: 'GBP accounts' }).locator('tbody tr').first();
  await pounds.getByRole('button', { name: 'Pay out…' }).click();
  await page.getByRole('dialog').getByLabel('Amount').fill('10000.01');
  // The earlier step-up is still valid.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Request payout of ${sum}` })
    .click();
  await expect(page.getByText(`Payout of ${sum} is awaiting approval`)).toBeVisible();
  await follow(page, '/payments/approvals?state=WAITING');
  const row = page.getByRole('row', { name: new RegExp(sum) });
  await expect(row.getByRole('button', { name: `Cancel payout of ${sum}` })).toBeVisible();
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0);

  await page.getByRole('button', { name: `You: ${maker.email}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').first().fill(approver.email);
  await page.getByLabel('Password', { exact: true }).fill(approver.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/auth\/signin/);
  await follow(page, '/payments/approvals?state=WAITING');
  await page.getByRole('button', { name: `Approve payout of ${sum}` }).click();
  await goThrough(page, `Approve payout of ${sum}`, approver);
  await closeOrder(page, `Payout of ${sum} approved`);

  await follow(page, '/payments/payin?paymentStatuses=SETTLED&refundedFilter=NOT_REFUNDED&currencies=GBP&amountTo=60');
  await expect(page.locator('tbody a.row-link').first()).toBeVisible();
  for (const at of [0, 1]) await page.locator('tbody').getByRole('checkbox').nth(at).click({ force: true });
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Refund 2 payments/ }).click();
  await dialog.getByRole('link', { name: 'See progress' }).click();
  await expect(page.getByText('2 of 2 refunds started')).toBeVisible({ timeout: 60_000 });
});
