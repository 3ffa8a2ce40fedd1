import type { Browser, Page } from '@playwright/test';
import { expect, test } from '#e2e/journey.ts';
import { readPrinted } from '#e2e/read-printed.ts';
import { keepSignedIn } from '#e2e/sign-in.ts';
import { findByRole, findBySituation, type SampleSignIn } from '#e2e/sign-ins.ts';

test.use({ role: 'MERCHANT_VIEWER' });

/** Opens an address as another user, in a browser of their own. */
async function openAs(browser: Browser, person: SampleSignIn, address: string): Promise<Page> {
  const storageState = await keepSignedIn(browser, person);
  const page = await (await browser.newContext({ baseURL: process.env['BASE_URL'] ?? '', storageState })).newPage();
  await page.goto(address);
  return page;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^Available in GBP/ });

/** The parts and the total of an explanation that is a page. */
async function readExplanation(page: Page): Promise<string> {
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText(/^It was £[\d,.]+ at /)).toBeVisible();
  return page.locator('main .rounded-large').first().innerText();
}

test('a copied link opens the same explanation again and for a colleague, but for no stranger; it prints, and privacy mode hides its names', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/balances/overview');
  await page
    .getByRole('button', { name: /^Available in GBP/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText('Agrees with the ledger')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(copied);
  const explained = await readExplanation(page);
  expect(explained).toMatch(/Held for review[\s\S]*£[\d,]+\.\d\d/);
  await page.reload();
  expect(await readExplanation(page)).toBe(explained);

  const colleague = await openAs(browser, findByRole('MERCHANT_EDITOR'), copied);
  expect(await readExplanation(colleague)).toBe(explained);
  await colleague.context().close();
  const stranger = await openAs(browser, findBySituation('merchant with EUR only'), copied);
  await expect(stranger.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(stranger.getByRole('main').getByText(/£\d/)).toHaveCount(0);
  await expect(stranger.getByText('Agrees with the ledger')).toHaveCount(0);
  await stranger.context().close();

  await page.getByRole('main').getByRole('link', { name: 'Held for review' }).click();
  const name = page.getByRole('table').locator('tbody tr').first().locator('bdi').first();
  await expect(name).toBeVisible();
  const printed = (await readPrinted(page, 'A4')).join('\n');
  expect(printed).toMatch(/AvailableinGBP/);
  expect(printed).toContain('Heldforreview');
  await page.keyboard.press('v');
  await expect(name).toBeHidden();
  await page.keyboard.press('v');
  await expect(name).toBeVisible();
});
