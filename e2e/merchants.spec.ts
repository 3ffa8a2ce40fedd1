import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, goTo, test } from '#e2e/journey.ts';

test.use({ role: 'VOLUME_ADMIN' });

const rows = (page: Page) => page.locator('tbody a.row-link');
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test('search, order, rows and page are in the address and survive reload and back', async ({ page }) => {
  // Forty, plus merchants that signed up in other journeys.
  const isAll = () => expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(40);
  await page.goto('/admin');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^26–\d+ of \d+$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^26–\d+ of \d+$/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('50');
  await expect(page).toHaveURL(/rows=50/);
  await isAll();
  const applications = page.getByRole('columnheader', { name: 'Applications' });
  await applications.getByRole('button').click();
  await expect(applications).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('Blank Canvas Studio');
  await applications.getByRole('button').click();
  await expect(applications).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText('Atlas Franchise Group');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.getByRole('searchbox').fill('grun');
  await expect(page).toHaveURL(/searchFilter=grun$/);
  // Typing on after a pause belongs to the same history entry, and back returns to the list before it.
  await page.getByRole('searchbox').fill('grunwald');
  await expect(page).toHaveURL(/searchFilter=grunwald$/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Bäckerei Grünwald');
  await page.goBack();
  await isAll();
});

test('removes an application from the address of the merchant list', async ({ page }) => {
  await page.goto('/admin?applicationId=00000000-0000-7000-8000-000000000000&page=2');
  await expect(page.getByRole('heading', { level: 1, name: 'Merchants' })).toBeVisible();
  expect(new URL(page.url()).searchParams.has('applicationId')).toBe(false);
});

test('shows a message when nothing was found, with a link back to all merchants', async ({ page }) => {
  await page.goto('/admin?searchFilter=nobody%20has%20this%20name');
  await expect(page.getByText('No merchants match this search')).toBeVisible();
  await page.getByRole('button', { name: 'Show all merchants' }).click();
  await expect(rows(page)).toHaveCount(25);
});

test(
  'an administrator opens a merchant, sees only its pay-ins, and leaves it',
  { tag: '@journey' },
  async ({ page }) => {
    await page.goto('/admin?searchFilter=harbour');
    const list = page.waitForRequest(/\/api\/payments\?/);
    await page.getByRole('button', { name: /^Open Harbour/ }).click();
    await expect(page).toHaveURL(/\/payments\/payin\?.*applicationId=/);
    const merchantId = await stored(page, 'v_merchantId_v1');
    expect(new URL((await list).url()).searchParams.get('merchantId')).toBe(merchantId);
    await expect(page.getByText('You are viewing Harbour & Bloom')).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    await goTo(page, 'All payments');
    await expect(page.getByRole('heading', { level: 1, name: 'All payments' })).toBeVisible();
    // These are the payments of all merchants, so no merchant is named.
    await expect(page.getByText('You are viewing')).toHaveCount(0);
    await page.goBack();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await stored(page, 'v_merchantId_v1')).toBeNull();
    expect(await stored(page, 'v_email_v1')).toBeNull();
  },
);

test('the list can be used with the keyboard only', async ({ page }) => {
  await page.goto('/admin');
  await expect(rows(page)).toHaveCount(25);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const second = (await rows(page).nth(1).textContent()) ?? '-';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
});

test('a merchant shows its applications and their accounts, in both themes and on a phone', async ({ page }) => {
  await page.goto('/admin?searchFilter=harbour');
  await rows(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour & Bloom' })).toBeVisible();
  const accounts = page.getByRole('table', { name: 'Accounts of Web shop' });
  await expect(accounts).toBeVisible();
  const iban = accounts.getByRole('cell', { name: /^IE\d\d / });
  const isWhole = () =>
    iban.evaluate((cell) =>
      [cell, ...cell.querySelectorAll('*')].every(
        (each) => each.scrollWidth <= Math.max(each.clientWidth, 1) || getComputedStyle(each).overflow === 'visible',
      ),
    );
  expect(await isWhole()).toBe(true);
  await page.getByText('Mobile app', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Accounts of Mobile app' })).toBeHidden();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expectNoSidewaysScroll(page, 320);
});

test('the list shows the merchants’ health, can be ordered by it, and it adds up to their payments', async ({
  page,
}) => {
  await page.goto('/admin');
  const pounds = page.getByRole('columnheader', { name: 'GBP, 30 days' });
  await pounds.getByRole('button').click();
  await expect(pounds).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=gbp-desc/);
  await expect(rows(page).first()).toContainText('Harbour & Bloom');
  await rows(page).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbour & Bloom');
  const place = page.url();
  // Another journey can pay between the two reads; then both are repeated.
  await expect(async () => {
    await page.goto(place);
    const figures = page.getByRole('region', { name: 'Last 30 days' });
    await expect(figures.locator('dd a').last()).toContainText(/%$/);
    const payIns = figures.getByRole('definition').nth(2).locator('a');
    const count = (await payIns.textContent())?.match(/[\d,]+$/)?.[0];
    await page.goto((await payIns.getAttribute('href')) ?? '');
    await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('status')).toHaveText(
      new RegExp(` of ${count}$`),
      { timeout: 5_000 },
    );
  }).toPass();
});

test('the list works when its health figures cannot be read, and gets them on a retry', async ({ page, noise }) => {
  noise.allow(/400|answered/);
  await page.route(/\/merchants\/health$/, (route) => route.fulfill({ status: 400, body: '' }));
  await page.goto('/admin');
  await expect(page.getByText('Merchant health could not be loaded.')).toBeVisible();
  await expect(rows(page)).toHaveCount(25);
  await expectAccessible(page);
  await page.unroute(/\/merchants\/health$/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Merchant health could not be loaded.')).toBeHidden();
});

test('finds one of thirty applications by its name', async ({ page }) => {
  await page.goto('/admin?searchFilter=atlas');
  await rows(page).first().click();
  await expect(page.locator('summary')).toHaveCount(25);
  await page.getByLabel('Search applications').fill('branch 27');
  await expect(page.locator('summary')).toHaveCount(1);
  await page.locator('summary').click();
  await expect(page.getByRole('table', { name: 'Accounts of Branch 27' })).toBeVisible();
});

test('the payments of all merchants show their merchant, and can be filtered by one', async ({ page }) => {
  await page.goto('/admin/payments');
  await expect(page.getByRole('columnheader', { name: 'Merchant' })).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await page.goto('/admin?searchFilter=harbour');
  await rows(page).first().click();
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/payments\?merchantId=/);
  await expect(page.locator('tbody').getByText('Harbour & Bloom')).toHaveCount(10);
  await rows(page).first().click();
  await expect(page).toHaveURL(/\/admin\/payments\/[0-9a-f-]{36}/);
  await expect(page.getByText(/to Harbour & Bloom from/)).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/payments\?merchantId=/);
});

test('shows an error for a merchant that does not exist, not an empty page', async ({ page, noise }) => {
  noise.allow(/404|answered|Failed to fetch merchant details/);
  await page.goto('/admin/merchants/00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
  await expect(page.getByText('Something went wrong with the Volume Merchant Portal')).toBeVisible();
});
