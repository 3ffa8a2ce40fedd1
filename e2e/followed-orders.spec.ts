import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '#e2e/journey.ts';
import { expectAfterReload } from '#e2e/payment-link.ts';

test.use({ role: 'MERCHANT_ADMIN' });

async function openPayOut(page: Page): Promise<Locator> {
  await page.goto('/balances/overview');
  const pounds = page.getByRole('table', { name: 'GBP accounts' }).locator('tbody tr').first();
  await pounds.getByRole('button', { name: 'Pay out…' }).click();
  const dialog = page.getByRole('dialog');
  // The recipient has loaded.
  await expect(dialog.getByText('Matches')).toBeVisible();
  return dialog;
}

test('shows the refusal of a payout’s provider in the dialog, and sends the next attempt with another key', async ({
  page,
}) => {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/payouts'))
      keys.push(request.headers()['idempotency-key']);
  });
  const dialog = await openPayOut(page);
  await dialog.getByLabel('Amount').fill('66.01');
  for (const count of [1, 2]) {
    await dialog.getByRole('button', { name: 'Pay out £66.01' }).click();
    await expect.poll(() => keys.length).toBe(count);
    const refusal = dialog.getByRole('alert');
    await expect(refusal).toContainText('The destination account cannot receive payments');
    await expect(refusal).toContainText(/refused\. Nothing was paid out\. Trace [0-9a-f]{16}/);
    await expect(dialog.getByLabel('Amount')).toHaveValue('66.01');
  }
  expect(new Set(keys).size).toBe(2);
});

test('says after five seconds that a payout is on its way, with a link to it', async ({ page }) => {
  const dialog = await openPayOut(page);
  // The provider of the sandbox never reports this amount.
  await dialog.getByLabel('Amount').fill('66.06');
  await dialog.getByRole('button', { name: 'Pay out £66.06' }).click();
  await expect(dialog.getByText('You can close this window without cancelling the payout.')).toBeVisible();
  await expect(dialog.getByText('Payout of £66.06 is on its way')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Open payout' }).click();
  await expect(page.getByRole('dialog', { name: 'Payout' }).getByText('£66.06')).toBeVisible();
});

test('lists a payout that fails after its dialog was closed under Needs attention', async ({ page }) => {
  const dialog = await openPayOut(page);
  // The provider of the sandbox accepts this amount, and reports three seconds later that it failed.
  await dialog.getByLabel('Amount').fill('66.02');
  await dialog.getByRole('button', { name: 'Pay out £66.02' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Payout of £66.02 is on its way')).toBeVisible();
  await page.goto('/payments/payout?statuses=FAILED');
  const newest = page.locator('tbody tr:not([aria-hidden])').first();
  await expectAfterReload(page, () => expect(newest).toContainText('£66.02', { timeout: 5_000 }));
  await page.goto('/');
  const failed = page.getByRole('region', { name: 'Needs attention' }).getByRole('link', {
    name: 'Payout of £66.02 failed',
  });
  await failed.first().click();
  await expect(page.getByRole('dialog').getByText('The beneficiary account cannot be credited')).toBeVisible();
});
