import { type Page } from '@playwright/test';
import { addFilter } from '#e2e/add-filter.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { openMerchant } from '#e2e/own-merchant.ts';
import { signIn } from '#e2e/sign-in.ts';

const api = '/sandbox/api';

/** A merchant with a key, made in the portal, and the headers of its server. */
async function openServer(page: Page) {
  const { user } = await openMerchant(page);
  await signIn(page, user);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Create the primary key…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create the primary key' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Create the primary key' }).click();
  const secret = await dialog.getByLabel('The new key').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const applicationId = new URL(page.url()).searchParams.get('applicationId') ?? '';
  return { secret, headers: { 'x-application-id': applicationId, 'x-application-secret': secret } };
}

test('an engineer finds a refused call, reads why, and copies the curl that repeats it', async ({ page, noise }) => {
  test.slow();
  noise.allow(/403|answered/);
  const { headers, secret } = await openServer(page);
  await page.request.get(`${api}/payments`, { headers });
  const data = { refundPaymentAmount: 12.5, refundPaymentReference: "it's back" };
  const refund = `payments/${crypto.randomUUID()}/refunds`;
  const key = { ...headers, 'idempotency-key': crypto.randomUUID() };
  expect((await page.request.post(`${api}/${refund}`, { headers: key, data })).status()).toBe(404);
  await page.getByRole('link', { name: 'Request log' }).first().click();
  const table = page.getByRole('table', { name: 'Calls with keys of this application' });
  await expect(async () => {
    await page.reload();
    await expect(table.getByRole('row').filter({ hasText: 'refunds' })).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await addFilter(page, 'Status');
  await page.getByRole('checkbox', { name: 'Refused, 4xx' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/status=4xx/);
  await expect(table.getByRole('row').filter({ hasText: 'GET' })).toHaveCount(0);
  await table.getByRole('link').first().click();
  const sheet = page.getByRole('dialog', { name: 'Call with a key' });
  await expect(sheet.getByText('NOT_FOUND')).toBeVisible();
  const command = sheet.getByRole('region', { name: 'Command' });
  await expect(command).toContainText(refund);
  await expect(command).toContainText(`it'\\''s back`);
  await expect(command).toContainText('$APPLICATION_SECRET');
  await expect(page.getByText(secret)).toHaveCount(0);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/request=/);
});
