import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { openMerchant } from '#e2e/own-merchant.ts';
import { signIn } from '#e2e/sign-in.ts';

const api = '/sandbox/api';

test('a key that can only read is made by keyboard, lists payments, makes no link, and is refused once it is revoked', async ({
  page,
  noise,
}) => {
  test.slow();
  noise.allow(/403|STEP_UP_REQUIRED/);
  const { user } = await openMerchant(page);
  await signIn(page, user);
  await page.goto('/settings/security');
  const section = page.getByRole('region', { name: 'More keys' });
  await expect(section.getByText('No more keys yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Create key…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /key/ });
  await dialog.getByLabel('Name').fill('Reports');
  const canRead = dialog.getByRole('checkbox', { name: /^Read / });
  await canRead.press('Space');
  await dialog.getByRole('button', { name: 'Create key' }).press('Enter');
  await expect(canRead).toHaveAttribute('aria-invalid', 'true');
  await canRead.press('Space');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create key' }).press('Enter');
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  const secret = await dialog.getByLabel('The new key').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(section.getByRole('heading', { name: 'Reports' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const applicationId = new URL(page.url()).searchParams.get('applicationId') ?? '';
  const headers = { 'x-application-id': applicationId, 'x-application-secret': secret };
  expect((await page.request.get(`${api}/payments`, { headers })).status()).toBe(200);
  const link = await page.request.post(`${api}/paymentintents/link`, {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    data: { paymentRequest: { amount: 10, currency: 'GBP', reference: 'ORDER1' }, merchantPaymentId: 'order-1' },
  });
  expect([link.status(), ((await link.json()) as { code: string }).code]).toEqual([403, 'LINKS_SCOPE_NEEDED']);

  await section.getByRole('button', { name: 'Revoke Reports…' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).press('Enter');
  await expect(section.getByText('No more keys yet.')).toBeVisible();
  expect((await page.request.get(`${api}/payments`, { headers })).status()).toBe(401);
});
