import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, findViolations, test } from '#e2e/journey.ts';

const link = '/sandbox/docs#tag/Calls-by-key/operation/POST/paymentintents/link';
const linkSection = (page: Page) => page.locator('[id="tag/Calls-by-key/operation/POST/paymentintents/link"]');

/** Collects the requests of the page to other hosts. */
function recordOtherHosts(page: Page): string[] {
  const others: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    const isOwn = request.url().startsWith(`blob:${new URL(page.url()).origin}`) || protocol === 'data:';
    if (!isOwn && host !== new URL(page.url()).host) others.push(request.url());
  });
  return others;
}

async function openReference(page: Page, address = '/sandbox/docs'): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[role=tab]', { hasText: /^curl$/ }).first()).toBeAttached();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the reference shows a call’s curl command as in the document, and loads nothing from other hosts: ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/sandbox/docs/guides/keys');
    const others = recordOtherHosts(page);
    await page.getByRole('link', { name: 'POST paymentintents/link' }).click();
    await expect(page).toHaveURL(link);
    const heading = linkSection(page).getByRole('heading', { name: 'Makes a link that can be paid at a bank' });
    await expect(heading).toBeInViewport();
    const { paths } = (await (await page.request.get('/sandbox/docs/openapi.json')).json()) as {
      paths: Record<string, { post: { 'x-codeSamples': { source: string }[] } }>;
    };
    const shown = await linkSection(page).getByRole('tabpanel').locator('pre').first().innerText();
    expect(shown.trim()).toBe(paths['/paymentintents/link']?.post['x-codeSamples'][0]?.source);
    // The renderer determines the order of the headings.
    const violations = await findViolations(page, { within: '[id="tag/Calls-by-key"]' });
    expect(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
    ).toEqual([]);
    expect(others).toEqual([]);
  });
}

test('finds a call by its words, and the portal’s own calls with one click', async ({ page }) => {
  await openReference(page);
  await expect(page.getByRole('menuitem', { name: /^Merchants/ })).toHaveCount(0);
  await page.getByPlaceholder('Search').focus();
  await page.keyboard.type('refund a settled');
  await expect(
    page
      .locator('[role=search]')
      .getByText(/Refund a settled/)
      .first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'The portal’s own calls' }).click();
  await expect(page.getByRole('menuitem', { name: /^Merchants/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Calls by key/ })).toHaveCount(0);
});

test('every guide fits a phone, and is accessible in both colour schemes', async ({ page }) => {
  await page.goto('/sandbox/docs/guides/keys');
  const guides = await page.getByRole('navigation', { name: 'Guides' }).getByRole('link').all();
  const addresses = await Promise.all(guides.map((guide) => guide.getAttribute('href')));
  expect(addresses.length).toBe(15);
  for (const address of addresses.filter((each) => /\/(guides\/[^.]+|changelog)$/.test(each ?? ''))) {
    await page.goto(address ?? '');
    await expectAccessible(page, { isPortal: false });
    await expectNoSidewaysScroll(page);
  }
});

test.describe('an administrator of a merchant', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('reaches the guides from help, the palette, webhooks and the keys', async ({ page }) => {
    const leadsTo = (name: RegExp | string, address: string) =>
      expect(page.getByRole('link', { name })).toHaveAttribute('href', new RegExp(`${address}$`));
    await page.goto('/settings/webhooks-callbacks?view=signatures');
    await leadsTo('Code that verifies', '/sandbox/docs/guides/webhooks');
    await page.goto('/settings/security');
    await leadsTo('How to use a key', '/sandbox/docs/guides/keys');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: /^Webhook guide/ }).click();
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
    await page.goto('/payments/payin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('guide testing');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Testing', level: 1 })).toBeVisible();
  });
});
