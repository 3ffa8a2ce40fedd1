import type { Page } from '@playwright/test';
import { addFilter } from '#e2e/add-filter.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { makeSingleCalls } from '#e2e/single-calls.ts';
import { watchShifts } from '#e2e/shifts.ts';

test.use({ role: 'MERCHANT_ADMIN' });

const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden])');
const range = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('status');

async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(`/payments/payin${search}`);
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
}

test(
  'a status filter, a page and a search are in the address and survive reload, back and a pasted link',
  { tag: '@journey' },
  async ({ page, context }) => {
    await openList(page);
    await expect(page.getByText(/^last 30 days and today, /)).toBeVisible();
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('25');
    await expect(page).toHaveURL(/rows=25/);
    await addFilter(page, 'Status');
    const failed = page.getByRole('checkbox', { name: /^Failed [\d,]+$/ });
    const found = await failed.locator('xpath=ancestor::label').innerText();
    await failed.check();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/paymentStatuses=FAILED/);
    // The count next to the option equals the number of rows it finds.
    await expect(range(page)).toHaveText(new RegExp(` of ${found.match(/[\d,]+$/)?.[0]}$`));
    await expect(rows(page).filter({ hasNotText: 'Failed' })).toHaveCount(0);
    const filtered = await range(page).textContent();
    await page.reload();
    await expect(range(page)).toHaveText(filtered ?? '');
    const pasted = await context.newPage();
    await pasted.goto(page.url());
    await expect(range(pasted)).toHaveText(filtered ?? '');
    await page.getByRole('button', { name: 'Remove Status filter' }).click();
    await expect(page).not.toHaveURL(/paymentStatuses/);
    await page.goBack();
    await expect(page).toHaveURL(/paymentStatuses=FAILED/);
    await expect(range(page)).toHaveText(filtered ?? '');
  },
);

test('searching drops the date range and finds the payment by its reference', async ({ page }) => {
  await openList(page);
  const reference = (await rows(page).nth(3).locator('td').nth(3).textContent()) ?? '';
  expect(reference.length).toBeGreaterThan(10);
  // While typing pauses, the beginning of the text is searched for first.
  const sent = page.waitForRequest((request) => new URL(request.url()).searchParams.get('globalSearch') === reference);
  await page.keyboard.press('/');
  await page.keyboard.type(reference);
  await page.keyboard.press('Enter');
  const query = new URL((await sent).url()).searchParams;
  expect(query.has('startDateTimeUtc')).toBe(false);
  await expect(page.getByText('All dates (search)')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).not.toHaveURL(/searchFilter/);
});

test('a search that our API rejects as too short shows it at the field, above the previous rows', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/status of 400/);
  await openList(page);
  const before = (await range(page).textContent()) ?? '';
  const asked: string[] = [];
  page.on('request', (request) => {
    const search = new URL(request.url()).searchParams.get('globalSearch');
    if (search !== null) asked.push(search);
  });
  const field = page.getByRole('searchbox', { name: 'Search pay-ins' });
  const sentence = 'A search needs three letters or digits in a row, or an amount.';
  await field.fill('ab');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(`${sentence} Still showing the list without a search.`);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page).toHaveURL(/searchFilter=ab(&|$)/);
  await expect(range(page)).toHaveText(before);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText('Oops!')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true');
  expect(asked).toEqual(['ab']);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goBack();
  await expect(field).toHaveAccessibleDescription('');
  const pasted = await context.newPage();
  await pasted.goto('/payments/payin?searchFilter=ab');
  const pastedField = pasted.getByRole('searchbox', { name: 'Search pay-ins' });
  await expect(pastedField).toHaveValue('ab');
  await expect(pastedField).toHaveAccessibleDescription(sentence);
  await expect(pasted.getByText('This search is too short')).toBeVisible();
  await expect(pasted.getByText('Oops!')).toHaveCount(0);
  await pasted.getByRole('button', { name: 'Clear the search' }).click();
  await expect(rows(pasted)).toHaveCount(10);
});

for (const [address, name] of [
  ['/payments/payout', 'Search payouts'],
  ['/pay-by-link', 'Search payment links'],
] as const) {
  test(`${address} shows at the field that a search is too short`, async ({ page, noise }) => {
    noise.allow(/status of 400/);
    await page.goto(`${address}?searchFilter=ab`);
    await expect(page.getByRole('searchbox', { name })).toHaveAccessibleDescription(/needs three letters/);
    await expect(page.getByText('This search is too short')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('status')).toHaveText(/ of [1-9]/);
    await page.getByRole('searchbox', { name }).fill('ab');
    await expect(page.getByText('Still showing the list without a search.')).toBeVisible();
    await expect(page.getByText('Oops!')).toHaveCount(0);
  });
}

test('a filter moves neither the chips nor the rows below them', async ({ page }) => {
  await openList(page);
  await expect(page.getByText(/^last 30 days and today, /)).toBeVisible();
  const top = async () => (await page.getByRole('table').boundingBox())?.y;
  const before = await top();
  await page.goto('/payments/payin?paymentStatuses=FAILED');
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeVisible();
  await expect.poll(top).toBe(before);
});

test('a hundred rows have the same height, and their header stays visible', async ({ page }) => {
  await openList(page, '?rows=100&from=2025-01-01&to=2030-01-01');
  await expect(rows(page)).toHaveCount(100);
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeInViewport();
});

test('dragging over a payer selects the name and opens nothing', async ({ page }) => {
  await openList(page);
  const payer = rows(page).nth(2).locator('td[data-card=who]');
  const name = (await payer.innerText()).trim();
  const { x, y, width, height } = (await payer.boundingBox())!;
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 5 });
  await page.mouse.up();
  expect((await page.evaluate(() => String(document.getSelection()))).trim()).toBe(name);
  await expect(page).toHaveURL(/\/payments\/payin\?/);
});

test('an amount with a decimal comma filters by that amount, in plain notation in the address', async ({ page }) => {
  await openList(page);
  await addFilter(page, 'Amount');
  await page.getByLabel('From').fill('12,50');
  await page.getByLabel('To').fill('1.250,00');
  await expect(page.getByLabel('From')).toHaveAccessibleDescription('= 12.50');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/amountFrom=12\.50&amountTo=1250\.00/);
  await expect(page.getByText('12.50 – 1,250.00')).toBeVisible();
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
  for (const row of await rows(page).allInnerTexts()) {
    const amount = Number(row.match(/[£€]([\d,]+\.\d\d)/)?.[1]?.replaceAll(',', ''));
    expect(amount).toBeGreaterThanOrEqual(12.5);
    expect(amount).toBeLessThanOrEqual(1250);
  }
});

test('finds payments by an amount in any usual notation', async ({ page }) => {
  await openList(page);
  const amount = (await rows(page).nth(2).innerText()).match(/[£€][\d,]+\.\d\d/)?.[0] ?? '';
  expect(amount).not.toBe('');
  const sent = page.waitForRequest((request) => new URL(request.url()).searchParams.get('globalSearch') === amount);
  await page.keyboard.press('/');
  await page.keyboard.type(amount);
  await (await (await sent).response())?.finished();
  await expect(rows(page).filter({ hasNotText: amount })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: amount }).first()).toBeVisible();
});

test('a filter change sends one request and keeps the old rows until the new ones have loaded', async ({ page }) => {
  await openList(page);
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/payments\?/.test(request.url())) lists.push(request.url());
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/payments\?.*currencies=EUR/, async (route) => {
    await held;
    await route.continue();
  });
  await addFilter(page, 'Currency');
  await page.getByRole('checkbox', { name: /^EUR/ }).check();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(await rows(page).count()).toBeGreaterThan(0);
  release();
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
  expect(lists).toHaveLength(1);
  const amounts = await rows(page).locator('td:nth-child(2)').allTextContents();
  expect(amounts.length).toBeGreaterThan(0);
  expect(amounts.filter((amount) => !amount.includes('€'))).toEqual([]);
});

test('bad and hostile search parameters fall back as specified', async ({ page }) => {
  const asked = page.waitForRequest(/\/api\/payments\?/);
  await page.goto(
    '/payments/payin?page=-1&rows=9999&paymentStatuses=EXPIRED&currencies=%5B%22EUR%22&amountFrom=%3Cscript%3E&from=2026-02-31&riskCategory=__proto__&applicationId=nobody',
  );
  const query = new URL((await asked).url()).searchParams;
  expect(query.get('page')).toBe('0');
  expect(query.get('size')).toBe('10');
  expect(query.has('paymentStatuses')).toBe(false);
  expect(query.has('minAmount')).toBe(false);
  await expect(page.getByRole('combobox', { name: 'Rows' })).toHaveValue('10');
  await expect(rows(page).first()).toBeVisible();
});

test('the keyboard moves through the list, opens a payment, and goes to the next and back', async ({ page }) => {
  await openList(page);
  const total = (await range(page).textContent())?.split(' of ')[1] ?? '';
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}/);
  await expect(page.getByText(`2 of ${total}`)).toBeVisible();
  await page.keyboard.press(']');
  await expect(page.getByText(`3 of ${total}`)).toBeVisible();
  await page.keyboard.press('[');
  await expect(page.getByText(`2 of ${total}`)).toBeVisible();
});

test('offers to search in the other application when one finds nothing', async ({ page }) => {
  await page.goto('/payments/payin?searchFilter=nobody-of-this-name');
  await expect(page.getByText('No pay-ins match these filters')).toBeVisible();
  const before = new URL(page.url()).searchParams.get('applicationId');
  await page.getByRole('link', { name: /^Search in / }).click();
  await expect(page.getByText('No pay-ins match these filters')).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get('applicationId')).not.toBe(before);
  await expect(page.getByRole('searchbox', { name: 'Search pay-ins' })).toHaveValue('nobody-of-this-name');
});

test('next continues across a page boundary, and a reload keeps the position', async ({ page }) => {
  await openList(page);
  await rows(page).nth(9).getByRole('link').click();
  await expect(page.getByText(/^10 of /)).toBeVisible();
  await page.getByRole('button', { name: 'Next payment' }).click();
  await expect(page.getByText(/^11 of /)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^11 of /)).toBeVisible();
  await page.getByRole('link', { name: 'Pay-ins' }).first().click();
  await expect(page).toHaveURL(/\/payments\/payin/);
});

test('an error replaces only the list, and "Try Again?" restores it', async ({ page, noise }) => {
  noise.allow(/400|answered|could not be shown/);
  const trace = '0123456789abcdef';
  await page.route(/\/api\/payments\?/, (route) =>
    route.fulfill({
      status: 400,
      json: {
        statusCode: 400,
        statusName: 'BAD_REQUEST',
        errorMessage: 'The bank is closed today',
        traceId: trace,
        source: 'VOLUME',
      },
    }),
  );
  await page.goto('/payments/payin');
  await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
  await expect(page.getByText('The bank is closed today')).toBeVisible();
  await expect(page.getByRole('link', { name: 'contact support' })).toHaveAttribute('href', new RegExp(trace));
  await expect(page.getByRole('heading', { level: 1, name: 'Pay-ins' })).toBeVisible();
  await page.unroute(/\/api\/payments\?/);
  await page.getByRole('button', { name: 'Try Again?' }).click();
  await expect(rows(page).first()).toBeVisible();
});

for (const isWhole of [true, false])
  test(`the rows do not wait for the merchant, ${isWhole ? 'in one response' : 'in a separate call'}, and a first load does not shift`, async ({
    page,
  }) => {
    await openList(page);
    const address = page.url();
    await page.waitForLoadState('networkidle');
    if (!isWhole) await makeSingleCalls(page);
    await page.route(/\/api\/merchants\/[0-9a-f-]{36}(\/start)?$/, () => undefined);
    const shifts = await watchShifts(page);
    await page.goto(address);
    await expect(rows(page).first()).toBeVisible();
    // The code of the selection loads after the page is shown.
    await expect(page.getByRole('checkbox', { name: 'Select all rows on this page' })).toBeAttached();
    expect(await shifts()).toBeLessThan(0.001);
  });
