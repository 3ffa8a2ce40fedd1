import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { expect, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findBySituation } from '#e2e/sign-ins.ts';
import { measureMachine } from '#scripts/machine-speed.ts';

test.use({ role: 'MERCHANT_ADMIN' });

/** The promise of "live": changes elsewhere appear within five seconds, on a machine of usual speed. */
const withinFiveSeconds = () => ({ timeout: 5_000 * measureMachine(), intervals: [100] });

/** Turns test automation off, because it disables all automatic updates. */
async function asForPeople(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document' || /\/(pay|bank)\//.test(route.request().url())) {
      return route.fallback();
    }
    const response = await route.fetch();
    const page = await response.text();
    expect(page).toContain('"isTestAutomation":true');
    const headers = { ...response.headers() };
    for (const name of ['content-encoding', 'content-length']) delete headers[name];
    await route.fulfill({
      response,
      headers,
      body: page.replace('"isTestAutomation":true', '"isTestAutomation":false'),
    });
  });
}

async function createLink(page: Page, amount: number): Promise<string> {
  const applicationId = new URL(page.url()).searchParams.get('applicationId');
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1'));
  const answer = await page.request.post('/sandbox/api/paymentintents/link', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    data: {
      applicationId,
      customerIntentDescription: 'Live',
      merchantIntentDescription: null,
      merchantPaymentId: null,
      paymentRequest: { amount, currency: 'GBP', reference: 'LIVE' },
    },
  });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { paymentIntentLink: string }).paymentIntentLink;
}

/** Goes to the bank as a payer: the payment exists and waits for their answer. */
async function goToBank(browser: Browser, link: string): Promise<Page> {
  const payer = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await payer.goto(link);
  await payer.getByRole('list').getByRole('button').first().click();
  await expect(payer.getByText('Simulated bank')).toBeVisible();
  return payer;
}

const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden])');

test('a new link and a payment at the bank appear in the open lists, and its status in the open detail', async ({
  page,
  context,
  browser,
}) => {
  await asForPeople(context);
  // No other journey creates, pays or refunds anything in this range of amounts.
  await page.goto('/payments/payin?amountFrom=400.01&amountTo=499.99&from=2025-01-01&to=2030-01-01');
  await expect(rows(page)).not.toHaveCount(0);
  await expect(page).toHaveURL(/applicationId=/);
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  const first = rows(page).first();
  const [before, place] = [await first.textContent(), await first.boundingBox()];
  // A separate link, because other links change their position while journeys pay them.
  await createLink(page, 434.56);
  const links = await context.newPage();
  await links.goto('/pay-by-link');
  const own = rows(links).filter({ hasText: '£434.56' }).first();
  const [words, spot] = [await own.textContent(), await own.boundingBox()];
  const link = await createLink(page, 445.67);
  await expect(links.getByText(/^\d+ new payment links? since \d\d:\d\d UTC$/)).toBeVisible();
  expect([await own.textContent(), await own.boundingBox()]).toEqual([words, spot]);
  await links.getByRole('button', { name: 'Show them' }).click();
  await expect(rows(links).filter({ hasText: '£445.67' }).first()).toContainText('Not Started');
  await links.close();
  const payer = await goToBank(browser, link);
  const news = page.getByText(/^1 new pay-in since \d\d:\d\d UTC$/);
  await expect.poll(() => news.isVisible(), withinFiveSeconds()).toBe(true);
  expect(await first.textContent()).toBe(before);
  expect(await first.boundingBox()).toEqual(place);

  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(first).toContainText('£445.67');
  await expect(news).toHaveCount(0);
  await expect(first.getByRole('link')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment of £445.67');
  const status = page.locator('#main').getByText('Awaiting Authorization', { exact: true }).first();
  await expect(status).toBeVisible();
  await payer.getByRole('button', { name: 'Approve payment' }).click();
  await expect.poll(() => status.count(), withinFiveSeconds()).toBe(0);
  await payer.context().close();
  // The page updates itself until the payment is settled.
  await expect(page.locator('#main').getByText('Settled', { exact: true }).first()).toBeVisible({ timeout: 30_000 });

  await page.goBack();
  await expect(first).toContainText('Settled');
  await expect(first.getByRole('link')).toBeFocused();
});

const payInsOfItsOwn = '/payments/payin?amountFrom=500.01&amountTo=599.99&from=2025-01-01&to=2030-01-01';

test.describe('a merchant that no other journey changes', () => {
  test.use({ role: undefined });

  test('two tabs share one stream for a payment, and request nothing before it', async ({ page, context, browser }) => {
    await signIn(page, findBySituation('30 applications'));
    await asForPeople(context);
    const streams: string[] = [];
    context.on('request', (request) => void (request.url().endsWith('/api/changes') && streams.push(request.url())));
    const isListed = (request: Request) => /\/api\/payments\?/.test(request.url());
    let asked = 0;
    page.on('request', (request) => void (isListed(request) && (asked += 1)));
    await page.clock.install();
    const opened = page.waitForResponse(/\/api\/changes$/);
    await page.goto(payInsOfItsOwn);
    expect((await opened).headers()['content-type']).toBe('text/event-stream');
    expect((await opened).request().headers()['authorization']).toMatch(/^Bearer /);
    const second = await context.newPage();
    await second.goto(payInsOfItsOwn);
    await expect(second.getByRole('button', { name: 'Export' })).toBeVisible();
    // The page refetches once after the stream opens, for changes before that. Then nothing, although the polling
    // interval passes.
    await page.clock.pauseAt(Date.now() + 5_000);
    await expect.poll(() => asked).toBeGreaterThan(1);
    const before = asked;
    await page.clock.runFor(5_000);
    expect(asked).toBe(before);
    await page.clock.resume();
    const payer = await goToBank(browser, await createLink(second, 545.67));
    for (const tab of [page, second])
      // The list is empty, so it is said in the list as well as to screen readers.
      await expect(
        tab
          .locator('#main')
          .getByText(/^1 new pay-in since \d\d:\d\d UTC$/)
          .last(),
      ).toBeVisible({
        timeout: 5_000 * measureMachine(),
      });
    expect(streams).toHaveLength(1);
    await payer.context().close();
    // Another tab takes over when the tab with the stream is closed.
    await page.close();
    await expect.poll(() => streams.length).toBe(2);
  });
});

/** A deployment without push. */
async function withoutPush(context: BrowserContext): Promise<void> {
  await context.route('**/api/capabilities', async (route) => {
    const response = await route.fetch();
    const calls = (await response.json()) as string[];
    // Otherwise the page would read the server's capabilities from the response of `start`.
    await route.fulfill({
      response,
      json: calls.filter((call) => !['GET changes', 'GET merchants/{}/start'].includes(call)),
    });
  });
}

test('without push a list polls, but not in a hidden window', async ({ page, context }) => {
  await asForPeople(context);
  await withoutPush(context);
  await page.clock.install();
  const first = page.waitForResponse(/\/api\/payments\?/);
  await page.goto('/payments/payin');
  await (await first).finished();
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  // From here on the clock advances only when the test moves it, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 3_000);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/payments\?/.test(request.url())) asked.push(request.url());
  });
  const answered = page.waitForResponse(/\/api\/payments\?/);
  await page.clock.runFor(5_000);
  // A running call would time out when the clock advances before its response.
  await (await answered).finished();
  expect(asked).toHaveLength(1);
  // The frame's late requests must be answered first, too.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(60_000);
  expect(asked).toHaveLength(1);
});
