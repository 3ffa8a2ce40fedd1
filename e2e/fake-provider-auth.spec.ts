import type { Page } from '@playwright/test';
import { refusal } from '#e2e/fake-provider/answers.ts';
import { expect, test, tokenOf } from '#e2e/fake-provider/provider-test.ts';
import { merchantId } from '#e2e/fake-provider/world.ts';

const email = 'ida@fake-provider.example';
const ok = (body: unknown) => ({ status: 200, body });
const session = () => ok({ accessToken: tokenOf({ authorities: ['VIEW_ONLY'] }), email });
const signInCall = 'POST accounts/sign-in';
const otpCall = 'POST accounts/otp/{otpRequestId}';
const twoFactorCall = 'POST accounts/two-factor/{twoFactorRequestId}';
const signUpCall = 'POST merchants/create-with-non-virtual-pay-in-account/sandbox';

async function fillSignIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test.describe('sign-in at a deployment that only knows the specification', () => {
  // No user is signed in, but the fixture still checks every call.
  test.beforeEach(({ signedIn }) => void signedIn);

  test('a wrong password stays on the form; a code leads to the requested page and stores the four values', async ({
    page,
    provider,
    noise,
  }) => {
    noise.allow(/40[01]|answered/);
    provider.fail(signInCall, refusal(401, 'UNAUTHORIZED', 'Wrong pair'));
    await fillSignIn(page, '/auth/signin?afterSignInUrl=%2Fpayments%2Fpayin%3Frows%3D25');
    await expect(page.getByRole('alert')).toHaveText('The email address or password is incorrect.');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    provider.recover();
    provider.fail(otpCall, refusal(400, 'BAD_REQUEST', 'Wrong code'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/auth/verify-otp/otp-1?afterSignInUrl=%2Fpayments%2Fpayin%3Frows%3D25');
    await page.getByLabel('One-time code').fill('000000');
    await expect(page.getByText('That code is incorrect. Check it and try again.')).toBeVisible();
    provider.fail(otpCall, session());
    await page.getByLabel('One-time code').fill('123456');
    await expect(page).toHaveURL(/\/payments\/payin\?.*rows=25/);
    await expect(page.getByRole('table')).toContainText('£24.23');
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({ v_email_v1: email, v_merchantId_v1: merchantId });
    expect(stored).not.toHaveProperty('v_adminEmail_v1');
  });

  test('an authenticator is set up when required, and an administrator starts at the merchants', async ({
    page,
    provider,
  }) => {
    provider.fail(signInCall, ok({ twoFactorRequestId: 'two-1' }));
    const accessToken = tokenOf({ authorities: ['VOLUME_ADMIN'], isAdmin: true });
    const recoveryCodes = ['AAAA-BBBB', 'CCCC-DDDD'];
    provider.fail(twoFactorCall, ok({ accessToken, email: 'ada@fake-provider.example', recoveryCodes }));
    await fillSignIn(page, '/auth/signin');
    await expect(page).toHaveURL('/auth/set-two-factor/two-1');
    await page.getByLabel('Code from your app').fill('123456');
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'I’ve saved my recovery codes' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('table')).toContainText('Stand-in Ltd');
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({ v_adminEmail_v1: 'ada@fake-provider.example' });
    expect(stored).not.toHaveProperty('v_merchantId_v1');
    expect(stored).not.toHaveProperty('v_email_v1');
  });

  test('a forgotten password is requested and chosen; a used or expired link says so', async ({
    page,
    provider,
    noise,
  }) => {
    noise.allow(/410|answered/);
    await page.goto('/auth/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await page.goto('/auth/reset-password/token-1');
    await page.getByLabel('New password').fill('seven kites over the harbour');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL('/auth/signin');
    await expect(page.getByText('Your password has been saved.')).toBeVisible();
    const record = { token: 'token-1', type: 'RESET_PASSWORD', isUsed: true, expiresAt: '2099-01-01T00:00:00.000' };
    provider.fail('GET accounts/reset-tokens/{token}', ok(record));
    await page.goto('/auth/reset-password/token-1');
    await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible();
    provider.fail('GET accounts/reset-tokens/{token}', refusal(410, 'GONE', 'Over'));
    await page.goto('/auth/reset-password/token-2');
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  });

  test('sandbox sign-up has a message for each refusal, and any success opens the account', async ({
    page,
    provider,
    noise,
  }) => {
    noise.allow(/4\d\d|answered/);
    await page.goto('/auth/signup');
    await page.getByLabel('Company name').fill('Kite & Co');
    await page.getByLabel('Work email').fill('nora@kite.example');
    const create = page.getByRole('button', { name: 'Create account' });
    for (const [answer, words] of [
      [refusal(401, 'UNAUTHORIZED', 'No'), 'Sign-up is not available at the moment.'],
      [refusal(409, 'CONFLICT', 'Account exists'), 'There is already an account with this email.'],
      [refusal(422, 'UNPROCESSABLE_ENTITY', 'The company is not known'), 'The company is not known'],
      [{ status: 418, body: 'a teapot' }, 'Something went wrong with the Volume Merchant Portal'],
    ] as const) {
      provider.fail(signUpCall, answer);
      await create.click();
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByLabel('Company name')).toHaveValue('Kite & Co');
    }
    provider.recover();
    await create.click();
    await expect(page).toHaveURL('/auth/signup/success');
    await expect(page.getByText('nora@kite.example')).toBeVisible();
  });
});
