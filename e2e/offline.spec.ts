import type { Page } from '@playwright/test';
import { builtFile, ownFile, sharedFile } from '#e2e/built-files.ts';
import { expect, test, waitUntilLoaded } from '#e2e/journey.ts';

test.use({ role: 'MERCHANT_ADMIN' });

/** The browser logs each request without a network, and the portal logs everything that it could not load. */
const failedRequests = /ERR_INTERNET_DISCONNECTED|Failed to fetch|could not|dynamically imported/;

async function openAndCut(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilLoaded(page);
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. Information may be out of date.')).toBeVisible();
}

test.afterEach(({ page }) => page.context().setOffline(false));

test('navigation without a network keeps the page, says which page opens later, and opens it', async ({
  page,
  noise,
}) => {
  noise.allow(failedRequests);
  await openAndCut(page, '/payments/payin');
  const list = page.getByRole('table', { name: 'Pay-ins' });
  for (const place of ['Balances', 'Exchange']) {
    await page.getByRole('link', { name: place, exact: true }).click();
    await expect(page.getByText(`You are offline. ${place} opens when you’re back.`)).toBeVisible();
    await expect(list).toBeVisible();
    await expect(page).toHaveURL(/payments\/payin/);
  }
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/exchange/);
  await expect(page.getByRole('heading', { level: 1, name: 'Exchange' })).toBeVisible();
  await expect(page.getByText(/You are offline/)).toHaveCount(0);
});

test('going back without a network keeps the page like a link does, and moves once it is back', async ({
  page,
  noise,
}) => {
  noise.allow(failedRequests);
  await page.goto('/payments/payin');
  await waitUntilLoaded(page);
  await page.getByRole('link', { name: 'Balances', exact: true }).click();
  const balances = page.getByRole('heading', { level: 1, name: 'Balances' });
  await expect(balances).toBeVisible();
  // The data of the list is lost, but its entry in the history remains.
  await page.reload();
  await waitUntilLoaded(page);
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. Information may be out of date.')).toBeVisible();
  for (const _ of [1, 2]) {
    await page.evaluate(() => window.history.back());
    await expect(page.getByText('You are offline. Pay-ins opens when you’re back.')).toBeVisible();
    await expect(page).toHaveURL(/\/balances\/overview/);
    await expect(balances).toBeVisible();
  }
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/payments\/payin/);
  await expect(page.getByRole('table', { name: 'Pay-ins' })).toBeVisible();
});

test('a page whose data is loaded opens without a network', async ({ page, noise }) => {
  noise.allow(failedRequests);
  await page.goto('/balances/overview');
  await waitUntilLoaded(page);
  await page.getByRole('link', { name: 'Pay-ins', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Pay-ins' })).toBeVisible();
  await waitUntilLoaded(page);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Balances', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balances' })).toBeVisible();
});

test('Refresh without a network says that nothing was refreshed, and refreshes later', async ({ page, noise }) => {
  noise.allow(failedRequests);
  await openAndCut(page, '/balances/overview');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('You are offline. Nothing was refreshed.')).toBeVisible();
  const answer = page.waitForResponse(/payin-accounts-with-aggregated-balances/);
  await page.context().setOffline(false);
  expect((await answer).status()).toBe(200);
});

test('a dialog whose code cannot be loaded says so, and opens when the network is back', async ({ page, noise }) => {
  noise.allow(failedRequests);
  await openAndCut(page, '/payments/payin');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('You are offline. This opens when you’re back.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the code of a refund, of settings and of sign-in is loaded while the page is idle', async ({ page, noise }) => {
  noise.allow(failedRequests);
  const loaded = new Set<string>();
  page.on('response', (response) => loaded.add(response.url()));
  const isLoaded = (file: RegExp) => () => [...loaded].some((url) => file.test(url));
  await page.goto('/payments/payin?paymentStatuses=SETTLED&refundedFilter=NOT_REFUNDED');
  await page.locator('tbody a.row-link').first().click();
  await expect(page.getByRole('button', { name: 'Refund…' })).toBeVisible();
  const files = [
    builtFile('src/features/pay-ins/refund-dialog.tsx'),
    ownFile('/settings/account-settings'),
    sharedFile('/auth/signin'),
  ];
  for (const file of files) await expect.poll(isLoaded(file), String(file)).toBe(true);
  await waitUntilLoaded(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Refund…' }).click();
  await expect(page.getByRole('dialog').getByLabel('Amount')).toBeVisible();
});
