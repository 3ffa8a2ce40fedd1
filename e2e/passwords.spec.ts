import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { automationCalls, awaitLink } from '#e2e/mails.ts';

const strong = 'seven kites over the harbour';
/** Journeys that change a password create their own accounts, because the sample users are shared. */
const unique = (name: string) => `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@kite.example`;

test('a prospect signs up, sets a password by the link, which signs in; a forgotten password is reset by another link', async ({
  page,
  noise,
}) => {
  noise.allow(/40[019]|410/);
  const email = unique('nora');
  await page.goto('/auth/signup?utm_source=newsletter&utm_medium=mail&utm_campaign=autumn%202026');
  await test.step('errors are shown when a field is left, and at the button', async () => {
    await page.getByLabel('Work email').fill('nora@kite');
    await page.getByLabel('Your name').fill('Nora Kite');
    await expect(page.getByText('This is not an email address')).toBeVisible();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Company name is required')).toBeVisible();
    await expect(page.getByLabel('Company name')).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
  });
  await test.step('typed input survives a reload', async () => {
    await page.getByLabel('Work email').fill(email);
    await page.reload();
    await expect(page.getByLabel('Work email')).toHaveValue(email);
    await expect(page.getByLabel('Your name')).toHaveValue('Nora Kite');
  });
  await test.step('an address with an account is offered ways to sign in, and the input is kept', async () => {
    await page.getByLabel('Company name').fill('Kite & Co');
    await page.getByLabel('Work email').fill('amelia@harbourbloom.example');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('There is already an account with this email.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a password reset link' })).toBeVisible();
    await expect(page.getByLabel('Company name')).toHaveValue('Kite & Co');
    await expectAccessible(page);
  });
  await test.step('the account is created once, and the hook is called once', async () => {
    await page.getByLabel('Work email').fill(email);
    await page.getByRole('button', { name: 'Create account' }).dblclick();
    await expect(page).toHaveURL('/auth/signup/success');
    await expect(page.getByText(email)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await expect
      .poll(() => automationCalls(page, email))
      .toEqual([
        {
          companyName: 'Kite & Co',
          email,
          fullName: 'Nora Kite',
          phoneNumber: '',
          utm_source: 'newsletter',
          utm_medium: 'mail',
          utm_campaign: 'autumn 2026',
        },
      ]);
  });
  const invitation = await awaitLink(page, { to: email, subject: /^Set your password/ });
  await test.step('the token is removed from the address bar and survives a reload', async () => {
    const token = invitation.split('/').at(-1) ?? '';
    await page.goto(invitation);
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(page.url()).not.toContain(token);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  });
  await test.step('the password rules are checked while typing, and enforced', async () => {
    const field = page.getByLabel('New password');
    await field.fill('kites');
    await expect(page.getByText('7 more')).toBeVisible();
    await field.fill('password1234');
    await expect(page.getByText('Not easy to guess: still missing')).toBeAttached();
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('The password is too easy to guess')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await field.fill(strong);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page).toHaveURL(/\/\?applicationId=/);
  });
  await test.step('a forgotten password: the mail, the new password, and every session ended', async () => {
    const other = await page.context().newPage();
    await other.goto('/auth/forgot-password?error=expired');
    await expect(other.getByText('That link has expired. Request a new one.')).toBeVisible();
    await expectAccessible(other);
    await other.getByLabel('Email').fill(email);
    await other.getByRole('button', { name: 'Send link' }).click();
    await expect(other.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const link = await awaitLink(other, { to: email, subject: /^Reset your password/ });
    await other.goto(link);
    await other.getByLabel('New password').fill(`${strong} again`);
    await other.getByRole('button', { name: 'Save password' }).click();
    await expect(other).toHaveURL('/auth/signin');
    // The session of the other tab has ended, here and on the server.
    await expect(page).toHaveURL(/\/auth\/signin/);
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'This link has already been used' })).toBeVisible();
    await expectAccessible(other);
    await expectNoSidewaysScroll(other, 320);
  });
  await signInWith(page, email, `${strong} again`);
});

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/\?applicationId=/);
}

test('a link without a token or with an unknown one offers a new one', async ({ page, noise }) => {
  noise.allow(/404/);
  for (const address of ['/auth/reset-password/link', '/auth/reset-password/made-up']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
    await expect(page).toHaveURL('/auth/reset-password/link');
  }
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Email address is required')).toBeVisible();
});
