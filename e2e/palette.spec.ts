import type { Page } from '@playwright/test';
import { builtFile } from '#e2e/built-files.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

const createLinkDialog = () => builtFile('src/features/payment-links/create-link-dialog.tsx');
const field = (page: Page) => page.getByRole('combobox', { name: 'Find a payment or a page' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const rows = (page: Page) => page.locator('tbody a.row-link');

/** The palette loads after first paint, so its shortcut does not work immediately. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    // The same shortcut would close it again.
    if (!(await field(page).isVisible())) await page.keyboard.press('ControlOrMeta+k');
    await expect(field(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
}

/** Runs in the page. */
async function waitFrames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Delays each frame by a second, as on a busy machine. Runs in the page. */
function drawLate(): void {
  const draw = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => window.setTimeout(() => draw(callback), 1_000);
  window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
}

test.describe('a merchant', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('goes to a page, finds a payment by its order, and returns to it through the recent ones', async ({ page }) => {
    // The newest payments belong to other journeys, and some of their orders contain words of page names.
    await page.goto('/payments/payin?sort=created-asc');
    const orders = rows(page).locator('xpath=ancestor::tr/td[5]');
    const order = (await orders.filter({ hasText: /\d{4}/ }).first().textContent()) ?? '';
    await openPalette(page);
    await expect(page.getByRole('dialog').getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('dialog').getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('bal');
    await expect(option(page, /^Balances/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/balances\/overview/);
    await expect(page.getByRole('heading', { level: 1, name: 'Balances' })).toBeFocused();

    await page.getByRole('button', { name: /Find a payment or a page/ }).click();
    await page.keyboard.type(order);
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(/ · \d{1,2} \w{3} 20\d\d/);
    // Only payments match, so Enter waits for them.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}/);
    await expect(page.getByText(order).first()).toBeVisible();

    await openPalette(page);
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText('Payment of');
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').nth(1)).toContainText('Balances');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 390);
    await expectNoSidewaysScroll(page, 320);
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
  });

  test('shades the space of the scroll bar like the margin of the page', async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/balances');
      await openPalette(page);
      const colourAt = (x: number) =>
        page.screenshot({ clip: { x, y: 880, width: 1, height: 1 }, animations: 'disabled' });
      expect((await colourAt(1438)).equals(await colourAt(1415))).toBe(true);
    }
  });

  test('leaves the page behind it where it was, and a sheet reaches the edge of the window', async ({ page }) => {
    await page.goto('/payments/payout');
    const button = page.getByRole('button', { name: 'Refresh' });
    const row = page.locator('tbody a.row-link').first();
    await expect(row).toBeVisible();
    const before = await button.boundingBox();
    await openPalette(page);
    expect(await button.boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await row.click();
    const right = (element: Element) => element.getBoundingClientRect().right - innerWidth;
    // It slides in.
    await expect.poll(() => page.getByRole('dialog', { name: 'Payout' }).evaluate(right)).toBe(0);
    expect(await button.boundingBox()).toEqual(before);
  });

  test('loses no letter that is typed before the page renders again', async ({ page }) => {
    await page.addInitScript(drawLate);
    await page.goto('/payments/payin');
    await openPalette(page);
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await page.getByRole('button', { name: /Find a payment or a page/ }).click();
    await page.keyboard.type('balances');
    await expect(field(page)).toHaveValue('balances');
  });

  test("runs the page's actions and switches the application", async ({ page }) => {
    await page.goto('/pay-by-link');
    await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
    await openPalette(page);
    await page.keyboard.type('create');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Create a payment link' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const before = new URL(page.url()).searchParams.get('applicationId');
    await openPalette(page);
    await page.keyboard.type('mobile');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('applicationId')).not.toBe(before);
    await expect(page).toHaveURL(/\/pay-by-link/);
  });

  test('has actions for every page: statement, payout, theme, sign out', async ({ page }) => {
    await page.goto('/pay-by-link');
    const choose = async (typed: string, name: string | RegExp) => {
      await openPalette(page);
      await page.keyboard.type(typed);
      await expect(option(page, name)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
    };
    await choose('dark', 'Theme: Dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await openPalette(page);
    await page.keyboard.type('theme');
    await expect(option(page, /^Theme: Dark In use/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await choose('statement gbp', /^Statement: GBP/);
    await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
    await choose('payout', /^Payouts/);
    await expect(page).toHaveURL(/\/payments\/payout/);
    // This page has the action itself, so the palette lists it once, under the page's actions.
    await expect(page.getByRole('link', { name: 'Make payout…' })).toBeVisible();
    await choose('make pay', /^Make payout…/);
    await expect(page.getByRole('dialog', { name: /^Pay out from GBP · / }).getByLabel('Amount')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/balances\/overview/);
    await choose('password', 'Your account');
    await expect(page).toHaveURL(/\/settings\/account-settings/);
  });

  test('opens again however soon Esc cancels a chosen action', async ({ page }) => {
    await page.goto('/pay-by-link');
    for (const pause of [0, 1, 2]) {
      await openPalette(page);
      await page.keyboard.type('create');
      await expect(option(page, 'Create link')).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      // After zero, one and two frames: before, while and after the page handles the choice.
      await page.evaluate(waitFrames, pause);
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+k');
      await expect(field(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  test('Esc cancels a dialog whose code is still loading; it does not open over the palette', async ({ page }) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(createLinkDialog(), async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/pay-by-link');
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByRole('button', { name: 'Create link' })).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.press('Escape');
    await openPalette(page);
    const loaded = page.waitForResponse(createLinkDialog());
    arrive();
    await (await loaded).finished();
    await page.evaluate(waitFrames, 10);
    await expect(page.getByRole('dialog', { name: 'Create a payment link' })).toHaveCount(0);
    await expect(field(page)).toBeFocused();
  });

  test('says what was not found and what failed, and retries', async ({ page, noise }) => {
    noise.allow(/400|answered/);
    await page.goto('/settings/account-settings');
    await openPalette(page);
    await page.keyboard.type('nobody pays like this');
    await expect(page.getByText('No results for “nobody pays like this”')).toBeVisible();
    await field(page).fill('a b');
    await expect(page.getByText('A search needs three letters or digits in a row, or an amount.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await field(page).fill('{}');
    await expect(option(page, 'Search Pay-ins for “{}”')).toBeVisible();
    await page.route(/globalSearch=/, (route) => route.fulfill({ status: 400, body: '' }));
    await field(page).fill('order');
    await expect(page.getByText('Payments could not be searched.')).toBeVisible();
    await page.unroute(/globalSearch=/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(option(page, /Show all in Pay-ins/)).toBeVisible();
    // The palette searches all applications, so each payment shows its own.
    const found = page.getByRole('group', { name: 'Payments' }).getByRole('option').filter({ hasText: ' from ' });
    await expect(found).not.toHaveCount(0);
    await expect(found.filter({ hasNotText: /(Web shop|Mobile app) · / })).toHaveCount(0);
  });

  test('keyboard shortcuts work, are listed, and do nothing while typing or when turned off', async ({ page }) => {
    await page.goto('/payments/payin');
    await expect(rows(page).first()).toBeVisible();
    await openPalette(page);
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await page.keyboard.press('/');
    await page.keyboard.type('gbh?');
    await expect(page).toHaveURL(/searchFilter=gbh/);
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page).toHaveURL(/\/payments\/payout/);
    await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.keyboard.press('e');
    await download;
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list).toBeVisible();
    await expectAccessible(page);
    await list.getByRole('switch', { name: 'Single keys' }).click();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.keyboard.press('?');
    await expect(list).toBeHidden();
    await expect(page).toHaveURL(/\/payments\/payout/);
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(list.getByRole('switch', { name: 'Single keys' })).not.toBeChecked();
  });
});

test.describe('a viewer', () => {
  test.use({ role: 'MERCHANT_VIEWER' });
  test('is not offered pages they cannot open', async ({ page }) => {
    await page.goto('/payments/payin');
    await openPalette(page);
    await expect(option(page, /^Pay-ins/)).toBeVisible();
    await expect(option(page, /^Pay by link/)).toHaveCount(0);
    await expect(option(page, /^(Exceptions|Activity)/)).toHaveCount(0);
    await page.keyboard.type('settings');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText([
      /^Settings/,
      'Settings: Account',
      'Settings: Institutions',
    ]);
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });
  test('finds payments of all merchants, and opens a merchant', async ({ page }) => {
    await page.goto('/admin');
    await openPalette(page);
    await page.keyboard.type('order');
    await expect(option(page, /Show all in All payments/)).toBeVisible();
    await field(page).fill('grunwald');
    await expect(option(page, /^Bäckerei Grünwald/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByText('You are viewing Bäckerei Grünwald GmbH')).toBeVisible();
    await expect(page).toHaveURL(/\/payments\/payin/);
  });

  test('reaches the exceptions and the platform’s activity by search and by shortcuts', async ({ page }) => {
    await page.goto('/admin');
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Exceptions' })).toBeVisible();
    await openPalette(page);
    await page.keyboard.type('exceptions');
    await expect(option(page, /^Exceptions/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/exceptions/);
    await expect(page.getByRole('heading', { level: 1, name: 'Exceptions' })).toBeFocused();
    await openPalette(page);
    await page.keyboard.type('activity');
    await expect(option(page, /^Activity/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await expect(page.getByRole('heading', { level: 1, name: 'Exceptions' })).toBeVisible();
  });
});
