import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journey.ts';
import { readPrinted } from '#e2e/read-printed.ts';

// An A4 sheet without margins.
test.use({ role: 'MERCHANT_ADMIN', viewport: { width: 700, height: 1000 }, colorScheme: 'dark' });

const papers = ['A4', 'Letter'] as const;

/** Black on white, without navigation and buttons, no wider than the sheet, with the merchant, the time and its zone. */
async function expectPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText(/^Harbour & Bloom · [A-Z]/)).toBeVisible();
  await expect(main.getByText(/^Printed \d+ \w+ \d{4}, \d\d:\d\d UTC · Times in UTC$/)).toBeVisible();
  for (const name of ['Merchant', 'Breadcrumb', 'Views']) {
    await expect(page.getByRole('navigation', { name })).toHaveCount(0);
  }
  for (const name of ['Export', 'Columns', 'Refund…', 'Copy id', 'Next page', 'Find a payment or a page']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  const look = await page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.documentElement);
    const { color } = getComputedStyle(document.body);
    return { backgroundColor, color, isTooWide: document.documentElement.scrollWidth > window.innerWidth };
  });
  expect(look).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)', isTooWide: false });
}

test('a list prints as a table with its filters', async ({ page }) => {
  await page.goto('/payments/payin');
  const link = page.locator('a.row-link').first();
  await expect(link).toBeVisible();
  await expectPaper(page);
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeVisible();
  await expect(page.locator('p.printed')).toBeAttached();
  const text = (await readPrinted(page, 'A4')).join('\n');
  expect(text).toMatch(/^Harbour&Bloom·\w+Printed\d+\w+,\d\d:\d\dUTCby[^·]+·TimesinUTC$/m);
  expect(text).toMatch(/^Created:\d+\w+20\d\dto\d+\w+20\d\d,UTCdays$/m);
  expect(text).not.toContain('30days');
});

test('a payout that is open prints instead of its list', async ({ page }) => {
  await page.goto('/payments/payout');
  await page.locator('a.row-link').first().click();
  await expect(page.getByRole('dialog', { name: 'Payout' }).getByText('Started by')).toBeVisible();
  const text = (await readPrinted(page, 'A4')).join('\n');
  expect(text).toMatch(/^Payout$/m);
  expect(text).toContain('Startedby');
  expect(text).toMatch(/^Harbour&Bloom/m);
  expect(text).not.toContain('Payouts');
});

test('a payment prints with its timeline and facts', async ({ page }) => {
  await page.goto('/payments/payin?paymentStatuses=SETTLED');
  await page.locator('a.row-link').first().click();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'References' })).toBeVisible();
  await expectPaper(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'References' })).toBeVisible();
});

test('a receipt prints with its facts', async ({ page }) => {
  await page.goto('/payments/payin?paymentStatuses=SETTLED');
  await page.locator('a.row-link').first().click();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt/ })).toBeVisible();
  await expectPaper(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt/ })).toBeVisible();
  await expect(page.getByText(/It is not a VAT invoice/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0);
});

test('a statement prints with its figures and lines', async ({ page }) => {
  await page.goto('/balances/overview');
  await page
    .getByRole('button', { name: /^More for .*GBP/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Statement' }).click();
  await expect(page.getByText('Balance brought forward from page 2')).toBeVisible();
  await expectPaper(page);
  await expect(page.getByRole('term').filter({ hasText: 'Money out' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toBeVisible();
  await expect(page.getByText('Balance brought forward from page 2')).toBeVisible();
});

for (const paper of papers) {
  test(`the longest sums of a statement are not broken on ${paper}`, async ({ page }) => {
    const figures = ['openingBalance', 'moneyIn', 'moneyOut', 'closingBalance'];
    await page.route(/\/statement\?/, async (route) => {
      const answer = (await (await route.fetch()).json()) as { content: object[] };
      const sums = Object.fromEntries(figures.map((name) => [name, 12_345_678_901.23]));
      const content = answer.content.map((line) => ({
        ...line,
        amount: -2_345_678_901.23,
        balanceAfter: 12_345_678_901.23,
      }));
      await route.fulfill({ json: { ...answer, ...sums, content } });
    });
    await page.goto('/balances/overview');
    await page
      .getByRole('button', { name: /^More for .*GBP/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Statement' }).click();
    await expect(page.getByText('Balance brought forward from page 2')).toBeVisible();
    await expect(page.locator('p.printed')).toBeAttached();
    const lines = await readPrinted(page, paper);
    const count = (sum: string) => lines.join('\n').split(sum).length - 1;
    // Four figures and the balances of ten lines; then the one before them.
    expect(count('£12,345,678,901.23')).toBe(14);
    expect(count('£14,691,358,')).toBe(count('£14,691,358,802.46'));
    expect(count('−£2,345,678,901.23')).toBe(10);
    expect(lines.filter((line) => line.startsWith('Period:'))).toHaveLength(1);
  });
}
