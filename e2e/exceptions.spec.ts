import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, findBySituation } from '#e2e/sign-ins.ts';
import { totp } from '#e2e/totp.ts';

const rows = (page: Page) => page.locator('tbody a.row-link');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Exception' });
const ways = ['Accept…', 'Dispute…', 'Close…'];

/** A payment that its shopper cancelled here but then approved at the bank: FAILED in our ledger, paid at the bank. */
async function payTwice(page: Page, amount: number): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1'));
  const headers = { authorization: `Bearer ${token}` };
  const merchants = await (await page.request.get('/sandbox/api/merchants', { headers })).json();
  const merchant = merchants.find((each: { companyName: string }) => each.companyName.startsWith('Harbour'));
  const made = await page.request.post('/sandbox/api/paymentintents/link', {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    data: {
      applicationId: merchant.applications[0].applicationId,
      merchantPaymentId: `TWICE-${amount}`,
      paymentRequest: { amount, currency: 'GBP', reference: 'TWICE' },
    },
  });
  const { paymentIntentId } = await made.json();
  const pay = `/sandbox/pay/${paymentIntentId}`;
  const banks = await (await page.request.get(pay)).text();
  const institutionId = /name="institutionId"[^>]*value="([^"]+)"/.exec(banks)?.[1] ?? 'natwest';
  const begin = () => page.request.post(pay, { form: { institutionId }, maxRedirects: 0 });
  const bank = (await begin()).headers()['location'] ?? '';
  await begin();
  await page.request.post(bank, { form: { decision: 'APPROVE', name: 'Sam' }, maxRedirects: 0 });
}

async function openOne(page: Page, sum: string): Promise<void> {
  const row = page.locator('tbody tr').filter({ hasText: sum });
  await expect(async () => {
    await page.goto('/admin/exceptions?state=OPEN');
    await expect(row).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  await row.locator('a.row-link').click();
  await expect(sheet(page).getByRole('heading', { name: 'Payment: different outcome' })).toBeVisible();
}

// The last test uses the exceptions that earlier tests left open.
test.describe.configure({ mode: 'serial' });

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('finds an exception through the navigation and disputes it with a note', async ({ page }) => {
    await page.goto('/admin');
    await payTwice(page, 41.07);
    await page.getByRole('link', { name: 'Exceptions' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Exceptions' })).toBeVisible();
    await openOne(page, '£41.07');
    await sheet(page).getByRole('button', { name: 'Dispute…' }).click();
    const dispute = page.getByRole('dialog', { name: 'Mark as disputed?' });
    await dispute.getByRole('button', { name: 'Mark as disputed' }).click();
    await expect(dispute.getByText('Enter a note.')).toBeVisible();
    await expect(dispute.getByLabel('Note')).toBeFocused();
    await dispute.getByLabel('Note').fill('Asked the bank');
    await dispute.getByRole('button', { name: 'Mark as disputed' }).click();
    await expect(sheet(page).getByText('Asked the bank')).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Accept…' })).toBeEnabled();
    // Keyboard shortcuts are off in a sheet, and privacy mode stays on in the tab.
    const address = page.url();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await page.keyboard.press('v');
    await expect(page.locator('html')).toHaveAttribute('data-veil', 'on');
    await page.goto(address);
    await expect(sheet(page).getByRole('button', { name: 'Accept…' })).toBeEnabled();
    await expect(sheet(page).getByText('Asked the bank')).toBeHidden();
  });

  test('accepts an exception after a step-up', async ({ page, noise }) => {
    // The browser's console message about the call that requires a step-up.
    noise.allow(/403/);
    await page.goto('/admin');
    await payTwice(page, 40.07);
    await openOne(page, '£40.07');
    await sheet(page).getByRole('button', { name: 'Accept…' }).click();
    const accept = page.getByRole('dialog', { name: 'Accept the provider’s version?' });
    await accept.getByRole('button', { name: 'Accept and book' }).click();
    await accept.getByLabel('Password', { exact: true }).fill(findByRole('VOLUME_ADMIN').password);
    await accept.getByRole('button', { name: 'Accept and book' }).click();
    await expect(sheet(page).getByText('Booked payment')).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Accept…' })).toHaveCount(0);
  });

  test('asks an administrator with an authenticator for its code', async ({ page, browser, noise }) => {
    noise.allow(/403/);
    await page.goto('/admin');
    await payTwice(page, 43.07);
    await openOne(page, '£43.07');
    const grace = findBySituation('administrator with an authenticator');
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const theirs = await context.newPage();
    await signIn(theirs, grace);
    await theirs.getByLabel('One-time code').fill(totp(grace.totpSecret ?? ''));
    await expect(theirs).toHaveURL(/\/admin/);
    await theirs.goto(page.url());
    await sheet(theirs).getByRole('button', { name: 'Accept…' }).click();
    const accept = theirs.getByRole('dialog', { name: 'Accept the provider’s version?' });
    await accept.getByRole('button', { name: 'Accept and book' }).click();
    await expect(accept.getByLabel('Code from your authenticator app')).toBeFocused();
    await expect(accept.getByLabel('Password', { exact: true })).toHaveCount(0);
    await context.close();
  });

  test('one exception is accessible in every theme and on a phone', async ({ page }) => {
    await page.goto('/admin');
    await payTwice(page, 42.07);
    await openOne(page, '£42.07');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('the list is accessible in every theme and on a phone', async ({ page }) => {
    await page.goto('/admin/exceptions');
    await expect(rows(page).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('sees when no exception matches the filters, with a link to all', async ({ page }) => {
    await page.goto('/admin/exceptions?kind=PAID_TWICE&state=CLOSED');
    await expect(page.getByText('No exceptions match these filters')).toBeVisible();
    await page.getByRole('link', { name: 'Show all exceptions' }).click();
    await expect(page).toHaveURL(/\/admin\/exceptions$/);
  });
});

test.describe('a read-only administrator', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });

  test('sees an exception with all actions disabled', async ({ page }) => {
    await openOne(page, '£42.07');
    for (const name of ways) {
      await expect(sheet(page).getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
  });
});
