import type { Locator, Page } from '@playwright/test';
import { code, holdCode } from '#e2e/hold-code.ts';
import { expect, test } from '#e2e/journey.ts';
import { findByRole } from '#e2e/sign-ins.ts';

/**
 * Returns the first response for every request of the list, so that other journeys do not change its rows. A response
 * with few rows has no further page.
 */
async function holdList(page: Page, count: number): Promise<void> {
  let held: Promise<object> | undefined;
  await page.route(/\/api\/payments\?/, async (route) => {
    held ??= route.fetch().then(async (answer) => {
      const list = (await answer.json()) as { content: object[] };
      return count < 10
        ? { ...list, content: list.content.slice(0, count), totalElements: count, totalPages: 1, last: true }
        : list;
    });
    await route.fulfill({ json: await held });
  });
}

/** The first differing pixel of two screenshots and the element there; null when they are equal. */
async function findDifference(page: Page, pictures: Buffer[], top: number) {
  const [first, second] = pictures as [Buffer, Buffer];
  if (first.equals(second)) return null;
  return await page.evaluate(
    async ([sources, offset]) => {
      const [before, after] = (await Promise.all(
        sources.map(async (source) => {
          const bytes = Uint8Array.from(atob(source), (letter) => letter.codePointAt(0)!);
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          canvas.drawImage(bitmap, 0, 0);
          return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      )) as [ImageData, ImageData];
      const at = before.data.findIndex((value, index) => value !== after.data[index]) >> 2;
      const [x, y] = [at % before.width, Math.floor(at / before.width) + offset];
      return { x, y, there: document.elementFromPoint(x, y)?.outerHTML.slice(0, 300) };
    },
    [pictures.map((picture) => picture.toString('base64')), top] as const,
  );
}

const rows = 'tbody tr a.row-link';
/** The instant shell, which is shown before any code has loaded. */
const shell = (page: Page) => page.locator('#shell');
const company = (page: Page) => shell(page).locator('aside button bdi').first();

test.describe('the list', () => {
  test.use({ role: 'MERCHANT_VIEWER' });

  for (const [width, height, count, search] of [
    [1440, 900, 10, ''],
    [390, 844, 10, ''],
    [1440, 900, 3, ''],
    // As high as the page: the sticky header of a scrolling page moves by half a pixel when React takes over.
    [1440, 1500, 25, '?page=2&rows=25'],
    [1440, 900, 10, '?columns=status.risk.amount.created.payer'],
    [1440, 900, 10, '?currencies=GBP&amountFrom=0.5&sort=created-asc'],
  ] as const)
    test(`shows its ${count} rows before any code has loaded, at ${width} px exactly as React renders them${search && `: ${search}`}`, async ({
      page,
    }) => {
      await holdList(page, count);
      await page.setViewportSize({ width, height });
      await page.goto(`/payments/payin${search}`);
      await expect(page.locator(`#root ${rows}`)).toHaveCount(count);
      const release = await holdCode(page);
      await page.reload({ waitUntil: 'commit' });
      await expect(page.locator(rows)).toHaveCount(count);
      await expect(page.locator('#root *')).toHaveCount(0);
      await expect(company(page)).toHaveText(/^[^{]+$/);
      await page.evaluate(() => document.fonts.ready);
      const top = await page.locator('tbody').evaluate((body) => Math.ceil(body.getBoundingClientRect().top));
      // Below the table header, because Export, columns and views load late on every page. To the right of the side
      // navigation, which is compared separately below.
      const left = width > 768 ? 236 : 0;
      const clip = { x: left, y: top, width: width - left, height: height - top };
      const first = await page.screenshot({ clip, animations: 'disabled' });
      await release();
      await expect(page.locator(`#root ${rows}`)).toHaveCount(count);
      await expect(shell(page)).toHaveCount(0);
      const second = await page.screenshot({ clip, animations: 'disabled' });
      expect(await findDifference(page, [first, second], top)).toBeNull();
    });

  test('a link works immediately; a click before the code has loaded takes effect afterwards', async ({ page }) => {
    await page.goto('/payments/payin');
    await expect(page.locator(`#root ${rows}`)).toHaveCount(10);
    const release = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    await shell(page).locator('.data-table').waitFor();
    await shell(page).locator('.filter-add button').click();
    await page.keyboard.type('curr');
    await release();
    await expect(page.getByRole('dialog', { name: 'Add a filter' }).getByRole('button')).toHaveText([/^Currency/]);
    await page.keyboard.press('Escape');
    await page.unroute(code);
    const again = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator(rows)).toHaveCount(10);
    await page.locator(rows).nth(2).click({ noWaitAfter: true });
    await again();
    await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('the account menu opens when it was clicked before the code had loaded', async ({ page }) => {
    await page.goto('/payments/payin');
    await expect(page.locator(`#root ${rows}`)).toHaveCount(10);
    const release = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    await shell(page).locator('button[aria-label^="You: "]').click();
    await release();
    await expect(page.getByRole('menu', { name: /^You: / })).toBeVisible();
  });

  const wrongs: readonly [string, (row: object) => object][] = [
    ['a risk of no known name', (row) => ({ ...row, riskCategory: 'EXTREME' })],
    ['a status of no known name', (row) => ({ ...row, paymentStatus: 'PARTIALLY_MOON' })],
  ];
  for (const [what, change] of wrongs)
    test(`shows no row of a response with ${what} before the code has loaded`, async ({ page }) => {
      await page.goto('/payments/payin');
      await expect(page.locator(`#root ${rows}`)).toHaveCount(10);
      await page.route(/\/api\/payments\?/, async (route) => {
        const answer = (await (await route.fetch()).json()) as { content: object[] };
        return route.fulfill({ json: { ...answer, content: answer.content.map(change) } });
      });
      await holdCode(page);
      const answered = page.waitForResponse(/\/api\/payments\?/);
      await page.reload({ waitUntil: 'commit' });
      await (await answered).finished();
      await expect(company(page)).toHaveText(/^[^{]+$/);
      await expect(page.locator(rows)).toHaveCount(0);
    });

  test('shows an error when the code cannot be loaded, and the error card for a failed response', async ({
    page,
    noise,
  }) => {
    noise.allow(/Failed to load resource|^\[Merchant Portal\]/);
    noise.allow(/dynamically imported module/);
    await page.goto('/payments/payin');
    await expect(page.locator(`#root ${rows}`)).toHaveCount(10);
    await page.route(code, (route) => route.abort());
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'There was an error!' })).toBeVisible();
    await expect(shell(page)).toHaveCount(0);
    await page.unroute(code);
    await page.route(/\/api\/payments\?/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.route(/\/api\/merchants\/[^/]+$/, (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('button', { name: 'Try Again?' })).toBeVisible({ timeout: 30_000 });
    await expect(shell(page)).toHaveCount(0);
  });
});

/** The texts, links and positions of the side navigation. The bell is excluded, because it loads later. */
const sideOf = (within: Locator) =>
  within
    .locator('aside')
    .locator('a, button, svg, bdi')
    .and(within.locator(':not(button[aria-label^=Notifications], button[aria-label^=Notifications] *)'))
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const leadsTo = part instanceof HTMLAnchorElement ? part.pathname + part.search : null;
        const place = [x, y, width, height].map((value) => Math.round(value)).join(' ');
        return [part.textContent, leadsTo, part.ariaCurrent, place, getComputedStyle(part).color].join(' · ');
      }),
    );

/** Opens an address twice, the second time without code, and compares the instant shell with React's page. */
async function compareFrames(page: Page, address: string): Promise<void> {
  const react = page.locator('#root');
  const isDrawn = async (): Promise<void> => {
    await expect(shell(page)).toHaveCount(0);
    await expect(react.locator('main h1')).toBeVisible();
    await expect(react.locator('aside button[aria-label^="Application: "]')).toBeVisible();
  };
  await page.goto(address);
  await isDrawn();
  // The final address, with its application.
  await expect(page).toHaveURL(/applicationId=/);
  const release = await holdCode(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(company(page)).toHaveText(/^[^{]+$/);
  await expect(react.locator('*')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const title = (await shell(page).locator('main h1').textContent()) ?? '';
  const phoneTop = (await shell(page).locator('header').first().textContent()) ?? '';
  const side = await sideOf(shell(page));
  await release();
  await isDrawn();
  await expect(react.locator('main h1')).toHaveText(title || /./);
  await expect(react.locator('header').first()).toContainText(phoneTop);
  await expect.poll(() => sideOf(react)).toEqual(side);
  await page.unroute(code);
}

test.describe('any other page', () => {
  test.use({ role: 'MERCHANT_ADMIN', viewport: { width: 1440, height: 900 } });

  for (const [address, title] of [
    ['/', 'Overview'],
    ['/payments/payin?status=FAILED&page=2', 'Pay-ins'],
    ['/payments/payout', 'Payouts'],
    ['/balances/overview', 'Balances'],
    ['/exchange', 'Exchange'],
    ['/pay-by-link', 'Pay by link'],
    ['/settings/webhooks-callbacks', 'Settings'],
  ] as const)
    test(`has its side navigation and title before any code has loaded: ${address}`, async ({ page }) => {
      await compareFrames(page, address);
      await expect(page.locator('#root main h1')).toHaveText(title);
    });

  test('has its side navigation collapsed when the user collapsed it', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Side navigation' }).click();
    await expect(page.getByRole('button', { name: 'Side navigation' })).toHaveAttribute('aria-expanded', 'false');
    await compareFrames(page, '/balances/overview');
    await compareFrames(page, '/payments/payin');
  });
});

test.describe('a user without any role', () => {
  test.use({ role: 'NONE' });

  test('sees no forbidden navigation items before the code has loaded', async ({ page }) => {
    await compareFrames(page, '/settings/account-settings');
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('has the frame before the code has loaded', async ({ page }) => {
    await page.goto('/admin');
    await expect(page.locator('#root main h1')).toHaveText('Merchants');
    const release = await holdCode(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(shell(page).locator('main h1')).toHaveText('Merchants');
    await shell(page).getByText('All payments').click({ noWaitAfter: true });
    await release();
    await expect(page.locator('#root main h1')).toHaveText('All payments');
    await expect(shell(page)).toHaveCount(0);
  });
});

test('a sign-in that is typed and submitted before the code has loaded signs in', async ({ page }) => {
  const { email, password } = findByRole('MERCHANT_VIEWER');
  const release = await holdCode(page);
  await page.goto('/auth/signin', { waitUntil: 'commit' });
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/signin$/);
  await release();
  await expect(page).not.toHaveURL(/\/auth\/signin/);
});

for (const environment of ['Sandbox', 'Integration', 'Live'])
  test(`React takes over the prerendered sign-in of ${environment} instead of replacing it`, async ({ page }) => {
    const labels = { Sandbox: 'sandbox', Integration: 'integration', Live: 'live' } as Record<string, string>;
    await page.route('**/auth/signin', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        /"apiBaseUrl": ?"([^"]*)"/,
        (_, url: string) => `"apiBaseUrl":"${url.replace('sandbox', labels[environment] ?? '')}"`,
      );
      return route.fulfill({ response: answer, headers: { ...answer.headers(), 'content-security-policy': '' }, body });
    });
    const release = await holdCode(page);
    await page.goto('/auth/signin', { waitUntil: 'commit' });
    const form = await page.locator('#root form').elementHandle();
    await expect(page.getByText(environment, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Show password' }).click();
    await release();
    // Pressed once, after React took over; a page that differed would be reported as an error, which fails every journey.
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
    expect(await form?.evaluate((element) => element.isConnected)).toBe(true);
    await expect(page.getByRole('link', { name: 'Try the sandbox' })).toHaveCount(environment === 'Sandbox' ? 1 : 0);
  });

test('typing continues in the same field when the code loads', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/auth/signin', { waitUntil: 'commit' });
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('someone@portal.example');
  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.type('quiet');
  await release();
  await expect(page.locator('#root form')).toBeVisible();
  await expect(page.locator('form')).toHaveCount(1);
  await page.keyboard.type('-ink');
  await expect(page.getByLabel('Email')).toHaveValue('someone@portal.example');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('quiet-ink');
});

test('the focus stays on a link when the code loads', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/auth/signin', { waitUntil: 'commit' });
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Tab');
  const link = page.getByRole('link', { name: 'Forgotten your password?' });
  await expect(link).toBeFocused();
  await release();
  await expect(page.locator('#root form')).toBeVisible();
  await expect(page.locator('form')).toHaveCount(1);
  await expect(link).toBeFocused();
});

test('shows no sign-in form with invalid settings, not even before the code has loaded', async ({ page, noise }) => {
  noise.allow(/signUpEmail|Fatal error/);
  await page.route('**/auth/signin', async (route) => {
    const answer = await route.fetch();
    const headers = { ...answer.headers(), 'content-security-policy': '' };
    const body = (await answer.text()).replace(/"signUpEmail": ?"[^"]*"/, '"signUpEmail":"nope"');
    return route.fulfill({ response: answer, headers, body });
  });
  const release = await holdCode(page);
  await page.goto('/auth/signin', { waitUntil: 'commit' });
  await page.locator('#page-sign-in').waitFor({ state: 'attached' });
  await expect(page.locator('body form')).toHaveCount(0);
  await release();
  await expect(page.getByRole('heading', { name: 'There was an error!' })).toBeVisible();
  await expect(page.locator('body form')).toHaveCount(0);
});
