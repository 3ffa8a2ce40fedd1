import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, waitUntilLoaded } from '#e2e/journey.ts';
import { keepSignedIn } from '#e2e/sign-in.ts';
import { findBySituation } from '#e2e/sign-ins.ts';

// Each figure of money on these screens is pressed: it must explain itself, and its parts must add up.

const ofMerchant = [
  '/',
  '/balances/overview',
  '/balances/statement',
  '/balances/fees',
  '/payments/payin',
  '/payments/payout',
  '/exchange',
];

/** Opens a screen; the statement is that of the first account that has one. */
async function openScreen(page: Page, address: string): Promise<void> {
  if (address !== '/balances/statement') return void (await page.goto(address));
  await page.goto('/balances/overview');
  await page
    .getByRole('button', { name: /^Balance in/ })
    .first()
    .waitFor();
  const href = await page.locator('a.figure[href^="/balances/statement/"]').first().getAttribute('href');
  await page.goto(href ?? '');
}

const marksOf = (page: Page) => page.locator('#main a.figure[role=button]').filter({ visible: true });

/** Presses Enter. Returns the milliseconds until the rule of the explanation is on the screen, at most 20 seconds. */
async function pressForRule(page: Page): Promise<number> {
  await page.evaluate(() => {
    const isShown = () => document.querySelector('[role=dialog]:popover-open header p') !== null;
    const rule = new Promise<number>((resolve) => {
      const onPress = () => {
        const pressed = performance.now();
        const passed = () => performance.now() - pressed;
        const look = () => (isShown() || passed() > 20_000 ? resolve(passed()) : requestAnimationFrame(look));
        look();
      };
      window.addEventListener('keydown', onPress, { once: true, capture: true });
    });
    Object.assign(window, { rule });
  });
  await page.keyboard.press('Enter');
  return page.evaluate(() => (window as unknown as { rule: Promise<number> }).rule);
}

interface Pressed {
  /** The milliseconds from each press to its rule. */
  times: number[];
  /** The marks that do not explain themselves. */
  unexplained: string[];
}

/** Presses every mark of a screen. */
async function pressAll(page: Page, address: string): Promise<Pressed> {
  await openScreen(page, address);
  const marks = marksOf(page);
  await expect(page.locator('#main [aria-busy=true]')).toHaveCount(0);
  await marks.first().waitFor();
  const [times, unexplained]: [number[], string[]] = [[], []];
  const count = await marks.count();
  for (let at = 0; at < count; at += 1) {
    const mark = marks.nth(at);
    const name = `${address}: ${await mark.textContent()}`;
    await mark.focus();
    times.push(await pressForRule(page));
    const popover = page.getByRole('dialog');
    const end = popover.getByText(
      /^(Agrees with the ledger|Adds up from its rows)$|not shown|at your own bank|not sent/,
    );
    const isExplained = await end
      .first()
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
    if (!isExplained || (await popover.getByText('unexplained').count()) > 0)
      unexplained.push(`${name}: ${await popover.textContent()}`);
    // It changes the theme, which can take the focus.
    if (at === 0) await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(popover).toHaveCount(0);
    if (at > 0) await expect(mark).toBeFocused();
  }
  return { times, unexplained };
}

async function expectExplained(page: Page, addresses: readonly string[]): Promise<void> {
  const all: number[] = [];
  for (const address of addresses) {
    const { times, unexplained } = await pressAll(page, address);
    expect(unexplained).toEqual([]);
    expect(times.length).toBeGreaterThan(0);
    all.push(...times);
  }
  const sorted = all.toSorted((a, b) => a - b).map(Math.round);
  const [median, slowest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const description = `${sorted.length} marks: median ${median} ms, slowest ${slowest} ms`;
  test.info().annotations.push({ type: 'from press to rule', description });
}

test.describe('a merchant with read-only access', () => {
  test.use({ role: 'MERCHANT_VIEWER' });
  test('every visible figure can be explained; Ctrl opens its list, and a part its rows', async ({ page }) => {
    await expectExplained(page, ['/', '/balances/overview', '/payments/payin']);
    await page.goto('/');
    const opened = page.context().waitForEvent('page');
    await page
      .getByRole('button', { name: /^Received in GBP/ })
      .first()
      .click({ modifiers: ['Control'] });
    const list = await opened;
    await expect(list).toHaveURL(/\/payments\/payin\?.*currencies=GBP/);
    await list.close();
    await page.goto('/balances/overview');
    await page
      .getByRole('button', { name: /^Available in GBP/ })
      .first()
      .click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await page.getByRole('dialog').boundingBox())?.width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    const part = await page.getByRole('dialog').getByRole('link').first().getAttribute('href');
    await page.goto(part ?? '');
    await expect(page.getByRole('heading', { level: 1, name: /^Available in GBP/ })).toBeVisible();
    await expect(page.getByRole('table').locator('tbody tr').nth(1)).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });
  test('every figure of a merchant can be explained, on its own pages too', async ({ page }) => {
    await page.goto('/admin');
    const link = page.locator('tbody a.figure').first();
    await link.waitFor();
    const href = (await link.getAttribute('href')) ?? '';
    const merchantId = new URL(href, 'https://portal.example').searchParams.get('merchantId') ?? '';
    await page.goto(href);
    await expect(page.getByText(/^(Agrees with the ledger|Adds up from its rows)$/)).toBeVisible();
    await expectExplained(page, [
      `/admin/merchants/${merchantId}`,
      `/admin/fees/${merchantId}`,
      '/admin/payments',
      '/admin/fees',
      `/admin/payments?merchantId=${merchantId}`,
    ]);
    await page.goto('/admin?searchFilter=atlas');
    await page.getByRole('button', { name: /^Open Atlas/ }).click();
    await expectExplained(page, ['/', '/balances/overview', '/balances/statement']);
  });
});

test.describe('another merchant', () => {
  test('every figure of money can be explained', async ({ page, context, browser }) => {
    await context.setStorageState(await keepSignedIn(browser, findBySituation('merchant with 30 applications')));
    // Its first application has one account, so nothing can be exchanged, and it has no payouts.
    const without = ['/exchange', '/payments/payout'];
    await expectExplained(
      page,
      ofMerchant.filter((address) => !without.includes(address)),
    );
  });
});

test.describe('a user without permissions', () => {
  test.use({ role: 'NONE' });
  test('sees no mark, and sees why the page of an explanation cannot be opened', async ({ page }) => {
    for (const address of ['/', '/balances/overview', '/exchange']) {
      await page.goto(address);
      await waitUntilLoaded(page);
      await expect(marksOf(page)).toHaveCount(0);
    }
    await page.goto('/explain?figure=PAY_INS');
    await expect(page.getByText('You don’t have permission to view this figure.')).toBeVisible();
  });
});

test.describe('a merchant with write access', () => {
  test.use({ role: 'MERCHANT_EDITOR' });
  test('every figure of money can be explained, also those of a bulk job', async ({ page }) => {
    await expectExplained(page, ofMerchant);
    await page.goto('/payments/payin');
    const [token, merchantId] = await page.evaluate(() => [
      localStorage.getItem('v_accessToken_v1') ?? '',
      localStorage.getItem('v_merchantId_v1') ?? '',
    ]);
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() };
    const read = async (path: string) => (await page.request.get(`/sandbox/api/${path}`, { headers })).json();
    const { content } = (await read('payments?paymentStatuses=SETTLED&size=3&page=0')) as {
      content: { paymentId: string; applicationId: string }[];
    };
    const [first] = content;
    const ids = content.filter(({ applicationId }) => applicationId === first?.applicationId);
    const path = `merchants/${merchantId}/applications/${first?.applicationId ?? ''}/bulk-jobs`;
    const made = await page.request.post(`/sandbox/api/${path}`, {
      headers,
      // A dry run: nothing is refunded.
      data: { kind: 'REFUND', ids: ids.map(({ paymentId }) => paymentId) },
    });
    expect(made.ok(), await made.text()).toBe(true);
    const { bulkJobId } = (await made.json()) as { bulkJobId: string };
    await expectExplained(page, [`/payments/bulk/${bulkJobId}`]);
  });
});
