import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { startApp } from '#scripts/start-app.ts';
import { totp } from '#e2e/totp.ts';
import { findBySituation, type SampleSignIn } from '#e2e/sign-ins.ts';
import type { Page } from '@playwright/test';

async function firstStep(page: Page, { email, password }: SampleSignIn): Promise<void> {
  await page.goto('/auth/signin?afterSignInUrl=%2Fpayments%2Fpayin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/auth\/verify-otp\//);
}

test('an authenticator code is submitted automatically and leads to the requested page', async ({ page }) => {
  const person = findBySituation('code from an authenticator');
  await firstStep(page, person);
  await expect(page.getByLabel('One-time code')).toBeVisible();
  await expect(page.getByText(/^Six digits from your authenticator app\./)).toBeVisible();
  // No mail was sent, so the page does not offer to send it again.
  await expect(page.getByRole('main')).not.toContainText(/e-?mail|send/i);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  await page.getByLabel('One-time code').fill(totp(person.totpSecret ?? ''));
  await expect(page).toHaveURL(/\/payments\/payin/);
});

test(
  'a wrong code is reported, and the right one from the mail signs in',
  { tag: '@journey' },
  async ({ page, noise }) => {
    noise.allow(/400|answered/);
    const person = findBySituation('code by email');
    await firstStep(page, person);
    const outbox = await (await page.request.get('/sandbox/outbox.json')).json();
    const text = JSON.stringify(
      outbox.find?.((mail: { to?: string; recipient?: string }) => JSON.stringify(mail).includes(person.email)) ??
        outbox,
    );
    const code = /\b(\d{6})\b/.exec(text)?.[1] ?? '';
    const wrong = code === '000000' ? '111111' : '000000';
    await page.getByLabel('One-time code').fill(wrong);
    await expect(page.getByText('That code is incorrect. Check it and try again.')).toBeVisible();
    await page.getByLabel('One-time code').fill(code);
    await expect(page).toHaveURL(/\/payments\/payin/);
    await expect(page.getByRole('heading', { level: 1, name: 'Pay-ins' })).toBeVisible();
  },
);

test('when a second factor is required, an authenticator is set up and the recovery codes are shown once', async ({
  page,
}) => {
  const app = await startApp({ TWO_FACTOR: 'required', SAMPLE_PAYMENTS: '200', PORTAL_IS_TEST_AUTOMATION: 'true' });
  try {
    const { email, password } = findBySituation('looks only');
    await page.goto(`${app.address}/auth/signin`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/auth\/set-two-factor\//);
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    expect(secret).toHaveLength(32);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.getByLabel('Code from your app').fill(totp(secret));
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'I’ve saved my recovery codes' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\?applicationId=/);
  } finally {
    await page.goto('about:blank');
    await app.stop();
  }
});

test('an administrator requires a second factor for the merchant, and users without one must set it up', async ({
  page,
  noise,
}) => {
  noise.allow(/403|answered/);
  const app = await startApp({ SAMPLE_PAYMENTS: '200', PORTAL_IS_TEST_AUTOMATION: 'true' });
  try {
    const holder = findBySituation('code from an authenticator');
    await page.goto(`${app.address}/auth/signin?afterSignInUrl=%2Fsettings%2Fsecurity`);
    await page.getByLabel('Email').fill(holder.email);
    await page.getByLabel('Password', { exact: true }).fill(holder.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('One-time code').fill(totp(holder.totpSecret ?? ''));
    const policy = page.getByRole('switch', { name: 'Require a second factor for everyone' });
    await expect(policy).not.toBeChecked();
    await policy.click();
    const dialog = page.getByRole('dialog', { name: 'Require a second factor for everyone?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Require for everyone' }).click();
    // The sign-in has used the code of this half minute, so the next one is entered early.
    await dialog
      .getByLabel('Code from your authenticator app')
      .fill(totp(holder.totpSecret ?? '', Date.now() + 30_000));
    await expect(dialog).toHaveCount(0);
    await expect(policy).toBeChecked();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${app.address}/auth/signin`);
    const { email, password } = findBySituation('looks only');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/auth\/set-two-factor\//);
  } finally {
    await page.goto('about:blank');
    await app.stop();
  }
});
