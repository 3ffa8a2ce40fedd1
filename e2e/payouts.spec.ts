import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addFilter } from '#e2e/add-filter.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

test.use({ role: 'MERCHANT_ADMIN' });

const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden])');
const calls = /\/outbound-payments\?/;

test('the list requests the defaults: pounds, thirty days, first ten, newest first', async ({ page }) => {
  const asked = page.waitForRequest(calls);
  await page.goto('/payments/payout?page=-3&rows=1000&currency=USD&from=2026-02-31');
  const query = new URL((await asked).url()).searchParams;
  const days = Date.parse(query.get('endDateTimeUtc') ?? '') - Date.parse(query.get('startDateTimeUtc') ?? '');
  expect(Object.fromEntries(['currency', 'page', 'size', 'sort'].map((key) => [key, query.get(key)]))).toEqual({
    currency: 'GBP',
    page: '0',
    size: '10',
    sort: 'createdAt,desc',
  });
  expect(Math.round(days / 86_400_000)).toBe(31);
  expect(query.get('startDateTimeUtc')).not.toContain('Z');
  await expect(page.getByText(/^last 30 days and today, /)).toBeVisible();
});

test('“Make payout…” opens the form of the account in the currency of the list, once', async ({ page }) => {
  await page.goto('/payments/payout?currency=EUR');
  await page.getByRole('link', { name: 'Make payout…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Pay out from EUR · / });
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await expect(page).toHaveURL(/\/balances\/overview[^#]*$/);
  await page.reload();
  await expect(page.getByRole('table', { name: 'EUR accounts' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
});

test('the loaded list is never stale; only Refresh requests it again', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (calls.test(request.url())) asked.push(request.url());
  });
  await page.goto('/payments/payout');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('link', { name: 'Pay-ins', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay-ins' })).toBeVisible();
  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await expect(page.getByText('Updated just now')).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => asked.length).toBe(2);
});

test('shows the specified loading message', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(calls, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/payments/payout');
  await expect(page.getByText('Please wait. Fetching Payouts may take up to 10 seconds.')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
});

test('a payout opens its full details, accessible and on a phone', async ({ page }) => {
  await page.goto('/payments/payout?rows=25');
  await rows(page).first().click();
  const sheet = page.getByRole('dialog', { name: 'Payout' });
  await expect(sheet.getByText('Started by')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(rows(page).first().getByRole('link')).toBeFocused();
});

test('a payout has an address: it survives a reload, opens when the list no longer contains it, and back closes it', async ({
  page,
}) => {
  await page.goto('/payments/payout?sort=created-asc');
  await rows(page).first().click();
  const sheet = page.getByRole('dialog', { name: 'Payout' });
  const facts = sheet.getByRole('definition');
  await expect(sheet.getByText('Started by')).toBeVisible();
  const all = await facts.allTextContents();
  await page.reload();
  await expect(sheet.getByText('Started by')).toBeVisible();
  expect(await facts.allTextContents()).toEqual(all);
  const { searchParams } = new URL(page.url());
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  // Another currency, and so another list.
  await page.goto(`/payments/payout?currency=EUR&payout=${searchParams.get('payout')}`);
  await expect(sheet.getByText('Started by')).toBeVisible();
  expect(await facts.allTextContents()).toEqual(all);
});

test('the longest account number wraps only between its groups on a phone', async ({ page }) => {
  await page.route(calls, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ body: (await answer.text()).replaceAll(/IE\d\dBOFI\d{14}/g, longest.replaceAll(' ', '')) });
  });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/payments/payout?currency=EUR&rows=25');
    await rows(page).first().click();
    const account = page.getByRole('dialog', { name: 'Payout' }).getByText(longest, { exact: true });
    await expect(account).toBeVisible();
    const torn = await account.evaluate(({ firstChild, textContent }) =>
      [...(textContent ?? '').matchAll(/\S+/g)]
        .filter(({ index, 0: group }) => {
          const range = new Range();
          range.setStart(firstChild!, index);
          range.setEnd(firstChild!, index + group.length);
          return range.getClientRects().length !== 1;
        })
        .map(([group]) => group),
    );
    expect(torn).toEqual([]);
    await expectNoSidewaysScroll(page, width);
  }
});
// Malta's, with 31 characters.
const longest = 'MT84 MALT 0110 0001 2345 MTLC AST0 01S';

test('the address of an unknown payout says so, and can be left', async ({ page, noise }) => {
  noise.allow(/404|outbound-payments/);
  await page.goto('/payments/payout?payout=01900000-0000-7000-8000-00000000dead');
  const sheet = page.getByRole('dialog', { name: 'Payout' });
  await expect(sheet.getByText('This payout was not found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toBeVisible();
  await expect(page).not.toHaveURL(/payout=/);
});

test('the latest payouts of the overview link to their details', async ({ page }) => {
  await page.goto('/');
  const latest = page.getByRole('table', { name: 'The newest payouts' }).getByRole('row').nth(1);
  await latest.click();
  await expect(page.getByRole('dialog', { name: 'Payout' }).getByText('Started by')).toBeVisible();
  await expect(page).toHaveURL(/\/payments\/payout\?.*payout=/);
});

test('the export contains the rows of the list, in both currencies', async ({ page }) => {
  for (const currency of ['GBP', 'EUR']) {
    await page.goto(`/payments/payout?rows=100&currency=${currency}`);
    // The previous rows and their number remain until the new ones have loaded.
    await expect(rows(page).first()).toContainText(currency === 'GBP' ? '£' : '€');
    const total = Number(
      (await page.getByRole('navigation', { name: 'Pages' }).getByRole('status').textContent())?.split(' of ')[1],
    );
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines).toHaveLength(total + 1);
    expect(lines[0]).toMatch(/payoutPaymentId,createdAtUtc/);
  }
});

test('an export has the format that was chosen beside it, by keyboard, also after a reload', async ({ page }) => {
  await page.goto('/payments/payout?from=2020-01-01&to=2030-01-01');
  await page.getByRole('button', { name: 'Format of CSV files' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Format of CSV files' });
  for (const name of ['Excel', 'Semicolon', '12,50']) await panel.getByRole('button', { name }).press('Enter');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.reload();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const bytes = readFileSync(await (await saved).path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [header = [], ...lines] = bytes
    .toString()
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'));
  expect(header[0]).toBe('payoutPaymentId');
  expect(lines.length).toBeGreaterThan(0);
  for (const cells of lines) expect(cells[header.indexOf('amount')]).toMatch(/^\d+,\d\d$/);
});

test('finds payouts by recipient, account or id', async ({ page }) => {
  await page.goto('/payments/payout?from=2020-01-01&to=2030-01-01');
  const first = rows(page).first();
  await expect(first).toBeVisible();
  await first.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  const id = new URL(page.url()).searchParams.get('payout') ?? '';
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  const field = page.getByRole('searchbox', { name: 'Search payouts' });
  await field.fill(id);
  await expect(page).toHaveURL(/searchFilter=/);
  await expect(rows(page)).toHaveCount(1);
  await field.fill('nobody of this name');
  await expect(page.getByText('found by “nobody of this name”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(rows(page)).not.toHaveCount(0);
});

test('filters by status, in an address that can be shared', async ({ page }) => {
  await page.goto('/payments/payout?from=2020-01-01&to=2030-01-01');
  await addFilter(page, 'Status');
  await page.getByRole('checkbox', { name: /^Returned/ }).click();
  await expect(page).toHaveURL(/statuses=RETURNED/);
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toContainText('Returned');
  await page.reload();
  await expect(rows(page).first()).toContainText('Returned');
  const states = await rows(page).locator('td:first-child').allTextContents();
  expect(new Set(states.map((state) => state.trim()))).toEqual(new Set(['Returned']));
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).not.toHaveURL(/statuses=/);
});
