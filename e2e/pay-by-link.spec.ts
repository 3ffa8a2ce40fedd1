import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addFilter } from '#e2e/add-filter.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { awaitLink } from '#e2e/mails.ts';
import { createLink, expectAfterReload, payWithoutScript } from '#e2e/payment-link.ts';
import { findByRole, nameOf } from '#e2e/sign-ins.ts';

test.use({ role: 'MERCHANT_ADMIN' });

const attempts = (page: Page) => page.getByRole('table', { name: 'Attempts to pay this link' });
const soon = { timeout: 2_000 };

test(
  'a link is created, paid at the bank without JavaScript, completed and settled',
  { tag: '@journey' },
  async ({ page, browser }) => {
    const link = await createLink(page, {
      amount: '12.50',
      description: 'Bouquet for Ada',
      metadata: 'customer=C-4711',
    });
    const email = `ada-${Date.now()}@shopper.example`;
    await page.getByRole('button', { name: 'Email…' }).click();
    const mailing = page.getByRole('dialog', { name: 'Email the link for £12.50' });
    await mailing.getByLabel('Email address').fill(email);
    await mailing.getByRole('button', { name: 'Send email' }).click();
    await expect(page.getByText('Payment link emailed')).toBeVisible();
    expect(await awaitLink(page, { to: email, subject: /^Payment request of £12\.50$/ })).toBe(link);
    const payer = await payWithoutScript(browser, link, 'Approve payment');
    await expect(payer.getByRole('heading', { name: 'Payment approved' })).toBeVisible();
    await payer.context().close();
    await expectAfterReload(page, async () => {
      await expect(page.getByRole('status').getByText('Completed', { exact: true })).toBeVisible(soon);
      await expect(attempts(page).getByText('Settled', { exact: true })).toBeVisible(soon);
    });
    await expect(page.getByText('This link is paid')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel link' })).toHaveCount(0);
    await attempts(page).getByRole('link').click();
    await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment of £12.50');
    await expect(page.getByText('Settled', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Metadata' })).toContainText('C-4711');
  },
);

test('a declined payment fails its single-attempt link, and shows why', async ({ page, browser }) => {
  const link = await createLink(page, { amount: '7.20', description: 'One attempt', isSingle: true });
  const payer = await payWithoutScript(browser, link, 'Decline');
  await expect(payer.getByRole('heading', { name: 'The payment was not made' })).toBeVisible();
  await expect(payer.getByText('You cancelled at your bank. No money was taken.')).toBeVisible();
  await payer.context().close();
  await page.reload();
  await expect(page.getByRole('status').getByText('Failed', { exact: true })).toBeVisible();
  await expect(attempts(page).getByText('The payer cancelled at the bank')).toBeVisible();
  await expect(page.getByText('This link is no longer active')).toBeVisible();
});

test('a cancelled link shows who cancelled it and when, is called cancelled in the list, and cannot be paid', async ({
  page,
  browser,
}) => {
  const link = await createLink(page, { amount: '3.30', description: 'Never mind' });
  await page.getByRole('button', { name: 'Cancel link' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the link for £3.30?' });
  await question.getByRole('button', { name: 'Keep link' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText('Not Started', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel link' }).click();
  await question.getByRole('button', { name: 'Cancel link for £3.30' }).click();
  await expect(page.getByRole('status').getByText('Cancelled', { exact: true })).toBeVisible();
  const name = nameOf(findByRole('MERCHANT_ADMIN'));
  await expect(page.getByText(`Cancelled by ${name}, `)).toContainText(/, \d{1,2} \w{3} \d{4}, \d{2}:\d{2} UTC\./);
  await page.getByRole('button', { name: 'Duplicate link' }).click();
  const again = page.getByRole('dialog', { name: 'Create a payment link' });
  await expect(again.getByLabel('Amount')).toHaveValue('3.30');
  await expect(again.getByLabel('Description')).toHaveValue('Never mind');
  await again.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Pay by link' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Never mind' }).first()).toContainText('Cancelled');
  const payer = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await payer.goto(link);
  await expect(payer.getByText('If you still want to pay')).toBeVisible();
  await expect(payer.getByRole('list').getByRole('button')).toHaveCount(0);
  await payer.context().close();
});

test('a link that was paid in the meantime refuses to be cancelled, in the provider’s words', async ({
  page,
  browser,
  noise,
}) => {
  noise.allow(/409|answered/);
  const link = await createLink(page, { amount: '5.00', description: 'Too late' });
  await (await payWithoutScript(browser, link, 'Approve payment')).context().close();
  await page.getByRole('button', { name: 'Cancel link' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel link for £5.00' }).click();
  await expect(question.getByRole('alert')).toContainText(/on its way and cannot be called back|already paid/);
  await expect(question.getByRole('alert')).toContainText(/Trace [0-9a-f]{16}/);
  await expect(question.getByRole('alert')).toContainText('The link was not cancelled.');
});

test('the input is checked field by field, survives closing, and is sent once with one key', async ({
  page,
  noise,
}) => {
  noise.allow(/500|answered/);
  const keys: (string | undefined)[] = [];
  let isDown = true;
  await page.route(/\/api\/paymentintents\/link$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (isDown) await route.fulfill({ status: 500, body: '' });
    else await route.continue();
  });
  await page.goto('/pay-by-link');
  await page.getByRole('button', { name: 'Create link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a payment link' });
  await dialog.getByLabel('Amount').fill('12.345');
  await dialog.getByLabel('Reference').fill('A reference of far too many letters');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Is this £12,345.00 or £12.34? Write 12345 or 12.34.')).toBeVisible();
  await expect(dialog.getByText('Use 18 characters or fewer (currently 35).')).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  expect(keys).toEqual([]);
  await dialog.getByLabel('Amount').fill('12.34');
  await dialog.getByLabel('Reference').fill('INV-77');
  await dialog.getByLabel('Expires').selectOption('In 24 hours');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveValue('12.34');
  const action = dialog.getByRole('button', { name: 'Create link for £12.34' });
  await action.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Reference')).toHaveValue('INV-77');
  isDown = false;
  await action.click();
  await expect(page).toHaveURL(/\/pay-by-link\/[0-9a-f-]{36}/);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  await expect(page.getByText(/expires .*(in 23 hours|tomorrow)/)).toBeVisible();
});

test('the QR code is available as SVG and PNG', async ({ page }) => {
  await createLink(page, { amount: '8.80', description: 'On a poster' });
  await expect(page.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
  for (const [kind, start] of [
    ['SVG', '<svg '],
    ['PNG', '\u0089PNG'],
  ] as const) {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download the QR code as ${kind}` }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^payment-link-[0-9a-f-]{36}\\.${kind.toLowerCase()}$`));
    expect(readFileSync(await file.path(), 'latin1').startsWith(start)).toBe(true);
  }
});

test('the list requests links of 12 months, twenty per page, and falls back to its first page', async ({ page }) => {
  const asked = page.waitForRequest(/\/api\/paymentintents\?/);
  await page.goto('/pay-by-link?page=-3');
  const query = new URL((await asked).url()).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    showOnlyLinks: 'true',
    showNotStarted: 'true',
    size: '20',
    page: '0',
  });
  expect(query.get('startDateTimeUtc')).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000$/);
  await expect(page.getByRole('table', { name: 'Payment links' }).locator('tbody a.row-link').first()).toBeVisible();
});

async function expectFitsAndAccessible(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expectNoSidewaysScroll(page, 320);
}

test('the list finds a link by its text or full address, and filters by open links', async ({ page }) => {
  const name = crypto.randomUUID().slice(0, 13);
  const link = await createLink(page, { amount: '18.45', description: `Lanterns for ${name}` });
  await page.goto('/pay-by-link');
  const found = page.locator('tbody a.row-link');
  const field = page.getByRole('searchbox', { name: 'Search payment links' });
  await field.fill(`${name} LANTERNS`);
  await expect(page).toHaveURL(/searchFilter=.*LANTERNS/);
  await expect(found).toHaveCount(1);
  await addFilter(page, 'Status');
  await page.getByRole('checkbox', { name: 'Not Started' }).click();
  await expect(page).toHaveURL(/statuses=NOT_STARTED/);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(found).toHaveCount(1);
  await field.fill(link);
  await expect(page).toHaveURL(/searchFilter=http/);
  await expect(found).toHaveCount(1);
  await field.fill('no such lantern');
  await expect(page.getByText('No payment links match these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Show all links' }).click();
  await expect(page).not.toHaveURL(/statuses=|searchFilter=/);
  await expect(found).not.toHaveCount(0);
});

test('a link fits a phone and is accessible in both themes', async ({ page }) => {
  await createLink(page, { amount: '1.10', description: 'A description of several words for a narrow screen' });
  await expect(page.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
  await expectFitsAndAccessible(page);
});

test('the list fits a phone and is accessible in both themes', async ({ page }) => {
  await page.goto('/pay-by-link');
  await expect(page.locator('tbody a.row-link').first()).toBeVisible();
  await expectFitsAndAccessible(page);
});

test('the dialog fits a phone and is accessible in both themes', async ({ page }) => {
  await page.goto('/pay-by-link');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('dialog').getByLabel('Amount')).toBeVisible();
  await expectFitsAndAccessible(page);
});

test.describe('a user without access to payment links', () => {
  test.use({ role: 'MERCHANT_VIEWER' });
  test('is redirected to the overview with a reason', async ({ page }) => {
    await page.goto('/pay-by-link');
    await expect(page).not.toHaveURL(/pay-by-link/);
    await expect(page.getByText('You don’t have permission to use payment links.')).toBeVisible();
  });
});
