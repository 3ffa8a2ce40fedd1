import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

test.use({ role: 'MERCHANT_ADMIN' });

test(
  'pounds are exchanged for euros by a quote, once, and appear in the history',
  { tag: '@journey' },
  async ({ page }) => {
    const booked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/exchange')) booked.push(request.postData() ?? '');
    });
    await page.goto('/exchange');
    await page.getByLabel('You sell').fill('10');
    await page.getByRole('button', { name: 'Get a quote' }).click();
    const rate = page.getByRole('definition');
    await expect(rate.filter({ hasText: /^1 GBP = \d\.\d{5} EUR$/ })).toBeVisible();
    await expect(rate.filter({ hasText: /^1 EUR = \d\.\d{5} GBP$/ })).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/Expires in 0:\d\d/);
    const bought = await page.getByLabel('You get').inputValue();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 390);
    await expectNoSidewaysScroll(page, 320);
    await page.getByRole('button', { name: 'Exchange £10.00' }).dblclick();
    await expect(page.getByText(`Exchanged £10.00 for €${bought}`)).toBeVisible();
    expect(booked).toHaveLength(1);
    await expect(page.getByRole('table', { name: 'Exchanges' }).locator('tbody tr').first()).toContainText(
      `€${bought}`,
    );
    // The form is reset, without validation errors for empty fields.
    await expect(page.getByLabel('You sell')).toHaveValue('');
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  },
);

test('the amount to buy can be typed instead', async ({ page }) => {
  await page.goto('/exchange');
  await page.getByLabel('You get').fill('7.77');
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await expect(page.getByRole('button', { name: /^Exchange £/ })).toBeVisible();
  await expect(page.getByLabel('You get')).toHaveValue('7.77');
  await expect(page.getByLabel('You sell')).toHaveValue(/^\d+\.\d\d$/);
});

test('an expired quote cannot be confirmed', async ({ page, noise }) => {
  // This request starts when the page is idle, and is aborted when the clock jumps by half a minute.
  noise.allow(/got no answer AbortError/);
  await page.clock.install();
  await page.goto('/exchange');
  await page.getByLabel('You sell').fill('5');
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await expect(page.getByRole('button', { name: /^Exchange £/ })).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByText(/This quote has expired/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Exchange £/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Get a new quote' })).toBeVisible();
});
