import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

test.use({ role: 'MERCHANT_VIEWER' });

async function openFirst(page: Page, search: string): Promise<void> {
  await page.goto(`/payments/payin?${search}`);
  await page.locator('tbody a.row-link').first().click();
  await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}/);
}

test(
  'a refunded payment shows its full timeline, survives a reload and fits a phone',
  { tag: '@journey' },
  async ({ page }) => {
    await openFirst(page, 'refundedFilter=REFUNDED&from=2025-01-01&to=2030-01-01');
    const story = page.getByRole('region', { name: 'What happened' });
    await expect(story.getByText('Settled', { exact: true })).toBeVisible();
    await expect(story.getByText(/^Refund of .* processed$/).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Refunds' }).getByRole('meter')).toBeVisible();
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
    await expect(story.getByText('Settled', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 390);
    await expectNoSidewaysScroll(page, 320);
  },
);

test('a failed payment shows why', async ({ page }) => {
  await openFirst(page, 'paymentStatuses=FAILED');
  const story = page.getByRole('region', { name: 'What happened' });
  const failed = story.locator('li', { hasText: 'Failed' });
  await expect(failed).toContainText(/Failed\s*\S.{8,}/);
  // Viewers cannot create links.
  await expect(story.getByRole('button')).toHaveCount(0);
});

test('on a tablet the facts do not squeeze the timeline of a payment', async ({ page }) => {
  await openFirst(page, 'paymentStatuses=SETTLED');
  const story = page.getByRole('region', { name: 'What happened' });
  for (const width of [768, 900, 1024, 1120]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await story.boundingBox())?.width).toBeGreaterThan(400);
  }
});

test('a completed payment has a receipt, as a page and as a PDF', async ({ page }) => {
  await openFirst(page, 'paymentStatuses=SETTLED');
  const head = page.getByRole('heading', { level: 1 });
  await expect(head).toContainText('Payment of');
  const title = await head.textContent();
  const id = /payments\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page).toHaveURL(new RegExp(`/payments/${id}\\?.*view=receipt`));
  await expect(head).toHaveText(title?.replace('Payment', 'Receipt') ?? 'a receipt');
  await expect(page.getByText(/^Paid to Harbour & Bloom/)).toBeVisible();
  await expect(page.getByText('Paid and received')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: id })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expectNoSidewaysScroll(page, 320);
  const pdf = page.getByRole('button', { name: 'PDF' });
  const [saved] = await Promise.all([page.waitForEvent('download'), pdf.click()]);
  expect(saved.suggestedFilename()).toBe(`receipt-${id.slice(-8)}_UTC.pdf`);
  await page.reload();
  await expect(page.getByText('Paid and received')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
});

test('a failed payment has no receipt, and a link to one says why', async ({ page }) => {
  await openFirst(page, 'paymentStatuses=FAILED');
  await expect(page.getByRole('button', { name: 'JSON' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Receipt' })).toHaveCount(0);
  const address = new URL(page.url());
  address.searchParams.set('view', 'receipt');
  await page.goto(address.href);
  await expect(page.getByText('There is no receipt of this payment')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See the payment' }).click();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
});

test('the JSON is shown as the API returned it, closes with Esc, and the focus returns', async ({ page }) => {
  await openFirst(page, 'paymentStatuses=SETTLED');
  const id = /payments\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await page.getByRole('button', { name: 'JSON' }).click();
  const text = page.getByRole('dialog').getByLabel('JSON');
  await expect(text).toContainText(`"paymentId": "${id}"`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'JSON' })).toBeFocused();
});

test("the row's data is shown before any response arrives", async ({ page }) => {
  await page.goto('/payments/payin');
  const first = page.locator('tbody tr:not([aria-hidden])').first();
  const amount = (await first.locator('td').nth(1).textContent()) ?? '-';
  await page.route(/\/api\/payments\/[0-9a-f-]{36}/, () => undefined);
  await first.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(amount);
});

test("another merchant's payment is shown as not found, on the card", async ({ page, noise }) => {
  noise.allow(/404|answered|could not be shown/);
  await page.goto('/payments/00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Oops!', level: 2 })).toBeVisible();
  await expect(page.getByText('This payment was not found.')).toBeVisible();
});

test.describe('an operator', () => {
  test.use({ role: 'MERCHANT_OPERATOR' });

  test('sends a payer whose payment failed a link for the same amount', async ({ page }) => {
    await openFirst(page, 'paymentStatuses=FAILED');
    await page.getByRole('button', { name: 'Send a payment link' }).click();
    const sum = (await page.locator('h1').textContent())?.replace('Payment of ', '') ?? '-';
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Create link for ${sum}` })
      .click();
    await expect(page).toHaveURL(/\/pay-by-link\/[0-9a-f-]{36}/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(sum);
  });
});
