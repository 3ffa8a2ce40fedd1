import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole } from '#e2e/sign-ins.ts';

for (const role of ['MERCHANT_ADMIN', 'MERCHANT_EDITOR', 'MERCHANT_OPERATOR', 'MERCHANT_VIEWER']) {
  test(`a ${role} signs in and reaches the pay-ins`, async ({ page }) => {
    await signIn(page, findByRole(role), '/auth/signin?afterSignInUrl=%2Fpayments%2Fpayin');
    await expect(page).toHaveURL(/\/payments\/payin/);
  });
}

for (const role of ['VOLUME_ADMIN', 'VOLUME_ADMIN_READ']) {
  test(`a ${role} signs in and reaches the merchants`, async ({ page }) => {
    await signIn(page, findByRole(role));
    await expect(page).toHaveURL(/\/admin$/);
  });
}

test('the empty form shows the specified messages for missing input', async ({ page }) => {
  await page.goto('/auth/signin');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email address is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
});

test('a wrong password is reported in the form, and the typed input stays', async ({ page, noise }) => {
  noise.allow(/401/);
  await page.goto('/auth/signin');
  await page.getByLabel('Email').fill('nobody@harbourbloom.example');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The email address or password is incorrect.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@harbourbloom.example');
});

test('signing in leads to the page that was requested without a session', async ({ page }) => {
  await page.goto('/payments/payin?rows=25');
  await expect(page).toHaveURL(/\/auth\/signin\?afterSignInUrl=/);
  await signIn(page, findByRole('MERCHANT_ADMIN'), page.url());
  await expect(page).toHaveURL(/\/payments\/payin\?.*rows=25/);
});

test('axe finds nothing on sign-in, in either theme', async ({ page }) => {
  await page.goto('/auth/signin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('sign-in has no sideways scroll on a phone', async ({ page }) => {
  await page.goto('/auth/signin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('the page’s content security policy allows only inline scripts that the build wrote', async ({ page }) => {
  const answer = await page.goto('/auth/signin');
  const policy = (await answer?.headerValue('content-security-policy')) ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
});
