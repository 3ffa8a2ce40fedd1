import { ownFile } from '#e2e/built-files.ts';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { findCutTexts, spaceTexts } from '#e2e/text-spacing.ts';
import { adminScreens, merchantScreens } from '#proofs/screen-paths.ts';

/** The screens with navigation, by the role that can see all of them. */
const screens = { MERCHANT_ADMIN: [...merchantScreens, '/about', '/accessibility'], VOLUME_ADMIN: adminScreens };

/** A zone far from UTC, so that an unconverted time is noticed. */
const far = { timezoneId: 'Asia/Kathmandu' };
const zone = 'GMT+5:45';
/** Part of the zone name in a column header, which covers times of all seasons. Browsers spell it with and without an h. */
const city = 'mandu';

/** With the preference to show times in the local zone. */
async function inOwnZone(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('v_preferences_v1', '{"zone":"local"}'));
}

/** Times without a named zone, neither in the text nor in the visible column header. Runs in the page. */
function namelessTimes([zone, city]: [string, string]): string[] {
  const isSeen = (element: Element | null | undefined) => element?.checkVisibility() === true;
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent: text, parentElement: parent } = walker.currentNode;
    // A raw request body has its zone in every time, and a filter in its name.
    const words = text?.replaceAll(/\w+Utc: [\dT:.-]+|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '') ?? '';
    if (!/\b\d{1,2}:\d{2}\b/.test(words) || !isSeen(parent)) continue;
    const cell = parent?.closest('td');
    const head = cell?.closest('table')?.querySelectorAll('thead th')[cell.cellIndex];
    const said = (parent?.closest('time') ?? parent)?.innerText ?? '';
    if (!said.includes(zone) && !(isSeen(head) && head?.textContent?.includes(city))) found.push(said);
  }
  return found;
}

for (const [role, addresses] of Object.entries(screens)) {
  test.describe(`as ${role}`, () => {
    test.use({ role, ...far });
    for (const address of addresses) {
      test(`${address} is accessible in both themes, fits a tablet and a phone, also with wider text, and names the zone of its times`, async ({
        page,
      }) => {
        await inOwnZone(page);
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        expect(await page.evaluate(namelessTimes, [zone, city] as [string, string])).toEqual([]);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page, 800);
        await expectNoSidewaysScroll(page, 390);
        expect(await page.evaluate(findCutButtons)).toEqual([]);
        expect(await page.evaluate(namelessTimes, [zone, city] as [string, string])).toEqual([]);
        await spaceTexts(page);
        // A table adapts its columns in the next frame.
        await expect.poll(() => page.evaluate(findCutTexts)).toEqual([]);
        await expectNoSidewaysScroll(page, 320);
      });
    }
  });
}

test.describe('detail pages', () => {
  test.use({ role: 'MERCHANT_ADMIN', ...far });
  test('a list names the zone of its times in the column header and does not repeat it in each row', async ({
    page,
  }) => {
    await inOwnZone(page);
    await page.goto('/payments/payin');
    await expect(page.getByRole('columnheader', { name: /^Created, / })).toContainText(city);
    const time = page.locator('#main tbody time').first();
    await expect(time).toBeVisible();
    await expect(time).not.toContainText(zone, { useInnerText: true });
  });
  test('the times of a payment, a link, a delivery and an action name their zone too', async ({ page }) => {
    await inOwnZone(page);
    for (const address of [
      '/payments/payin?refundedFilter=REFUNDED&from=2025-01-01&to=2030-01-01',
      '/pay-by-link',
      '/settings/webhooks-callbacks?view=deliveries',
      '/settings/security',
    ]) {
      await page.goto(address);
      await page.locator('#main tbody td:first-child').locator('a, button').first().click();
      await expect(page.getByText(zone).filter({ visible: true }).first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(namelessTimes, [zone, city] as [string, string])).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
});

test.describe('when code cannot be loaded', () => {
  test.use({ role: 'MERCHANT_ADMIN' });
  test('the error card is shown, and its button loads the page', async ({ page, noise }) => {
    noise.allow(/ERR_FAILED|dynamically imported/);
    const late = ownFile('/exchange');
    await page.route(late, (route) => route.abort());
    await page.goto('/exchange');
    await expect(page.getByRole('alert')).toContainText('Something went wrong with the Volume Merchant Portal');
    await expect(page.getByRole('link', { name: 'contact support' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.unroute(late);
    await page.getByRole('button', { name: 'Try Again?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Exchange' })).toBeVisible();
  });

  test('code that the browser does not request again arrives with a reload', async ({ page, noise }) => {
    noise.allow(/ERR_FAILED|dynamically imported/);
    let pages = 0;
    page.on('request', (request) => (pages += request.isNavigationRequest() ? 1 : 0));
    await page.route(ownFile('/exchange'), (route) => (pages > 1 ? route.fallback() : route.abort()));
    await page.goto('/exchange');
    await page.getByRole('button', { name: 'Try Again?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Exchange' })).toBeVisible();
    expect(pages).toBe(2);
  });
});

test('shows a message for an unknown path', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByText('Not found', { exact: true }).first()).toBeVisible();
});

test('shows the fatal error page at /error', async ({ page }) => {
  await page.goto('/error');
  await expect(page.getByText('There was an error!')).toBeVisible();
  await expectAccessible(page);
});

/** The names of buttons that are clipped by their table cell. Runs in the page. */
function findCutButtons(): string[] {
  const isCut = (button: Element): boolean => {
    const cell = button.closest('td');
    if (!cell || !button.checkVisibility() || getComputedStyle(cell).overflowY === 'visible') return false;
    const [inner, outer] = [button.getBoundingClientRect(), cell.getBoundingClientRect()];
    return inner.top < outer.top - 0.5 || inner.bottom > outer.bottom + 0.5;
  };
  return [...document.querySelectorAll('td button')]
    .filter(isCut)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
}
