import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { makePerson } from '#e2e/make-person.ts';
import { awaitCode, mailsTo } from '#e2e/mails.ts';
import { signIn } from '#e2e/sign-in.ts';
import { totp } from '#e2e/totp.ts';

const address = '/auth/signin?afterSignInUrl=%2Fsettings%2Faccount-settings';

const dialog = (page: Page) => page.getByRole('dialog');
const another = (code: string) => (code === '000000' ? '111111' : '000000');

test('a user sees their permissions, corrects their name, and changes their password after a step-up', async ({
  page,
  noise,
}) => {
  noise.allow(/40[03]|answered/);
  const person = await makePerson(page);
  await signIn(page, person, address);
  await expect(page.getByRole('list', { name: 'What you can do' })).toHaveText(
    /^View and export payments, payouts, balances and statements/,
  );
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.getByLabel('Phone').fill('call me');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Phone must be a phone number such as')).toBeVisible();
  await page.getByLabel('Phone').fill('');
  await page.getByLabel('Name').fill('Olive Marsh-Reed');
  await page.getByRole('link', { name: 'Pay-ins' }).click();
  await dialog(page).getByRole('button', { name: 'Stay' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual({ name: 'Olive Marsh-Reed' });
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Olive Marsh-Reed');

  await page.getByRole('button', { name: 'Change password…' }).click();
  await dialog(page).getByLabel('New password').fill('password2026');
  await dialog(page).getByRole('button', { name: 'Change password' }).click();
  await expect(dialog(page).getByText('The password is too easy to guess')).toBeVisible();
  await dialog(page).getByLabel('New password').fill('seven kites at low tide');
  await dialog(page).getByRole('button', { name: 'Change password' }).click();
  await dialog(page).getByLabel('Password', { exact: true }).fill('not this one');
  await dialog(page).getByRole('button', { name: 'Change password' }).click();
  await expect(dialog(page).getByText('That password is incorrect.')).toBeVisible();
  await dialog(page).getByLabel('Password', { exact: true }).fill(person.password);
  await dialog(page).getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
  await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/auth\/signin/);
  await signIn(page, { ...person, password: 'seven kites at low tide' }, address);
});

test('a step-up field keeps the focus when the browser renders late', async ({ page, noise }) => {
  noise.allow(/403|answered/);
  await page.addInitScript(() => {
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (frame) => draw(() => void setTimeout(() => frame(performance.now()), 400));
  });
  await signIn(page, await makePerson(page), address);
  await page.getByRole('button', { name: 'Change password…' }).click();
  await dialog(page).getByLabel('New password').fill('seven kites at low tide');
  await dialog(page).getByRole('button', { name: 'Change password' }).click();
  const field = dialog(page).getByLabel('Password', { exact: true });
  await expect(field).toBeVisible();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(field).toBeFocused({ timeout: 2_000 });
});

test('a user sees their sessions, ends one of them, and gets a mail about a new device', async ({
  page,
  browser,
  noise,
}) => {
  noise.allow(/401|answered/);
  const person = await makePerson(page);
  await signIn(page, person, address);
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Firefox/128.0' });
  const elsewhere = await context.newPage();
  await signIn(elsewhere, person, address);
  await expect
    .poll(async () => (await mailsTo(page, person.email)).map(({ text }) => text).join('\n'))
    .toContain('Firefox on Windows, network address');

  await page.reload();
  await expect(page.getByText('This device')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Sign out Firefox on Windows…' }).click();
  await dialog(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign out Firefox/ })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/auth\/signin/);
  await context.close();
});

test(
  'a user sets up and replaces an authenticator, switches to codes by mail, signs in with a recovery code, and removes it all',
  { tag: '@journey' },
  async ({ page, noise }) => {
    // Two axe scans, three set-ups and a sign-in.
    noise.allow(/40[03]|answered/);
    const person = await makePerson(page);
    await signIn(page, person, address);
    const secretOf = async () => ((await dialog(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
    const keepCodes = async () => {
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      const first = await codes.first().textContent();
      await page.getByRole('checkbox', { name: 'I’ve saved my recovery codes' }).check();
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(dialog(page)).toHaveCount(0);
      return first ?? '';
    };
    await page.getByRole('button', { name: 'Set up an app…' }).click();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill(person.password);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.setViewportSize({ width: 1440, height: 900 });
    const first = await secretOf();
    await dialog(page).getByLabel('Code from your app').fill(totp(first));
    const saved = await keepCodes();
    await expect(page.getByText('Authenticator app', { exact: true })).toBeVisible();
    await expect(page.getByText('10 codes left.')).toBeVisible();

    // A user who lost the first authenticator confirms with a recovery code that was shown at its set-up.
    await page.getByRole('button', { name: 'Replace…' }).click();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page).getByLabel('Code from your authenticator app')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog(page).getByLabel('Recovery code').fill(saved);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    const second = await secretOf();
    expect(second).not.toBe(first);
    await dialog(page).getByLabel('Code from your app').fill(totp(second));
    await keepCodes();

    await page.getByRole('button', { name: 'New codes…' }).click();
    await dialog(page).getByRole('button', { name: 'Create new codes' }).click();
    // The code of this half minute has been used, so the next one is entered early.
    await dialog(page)
      .getByLabel('Code from your authenticator app')
      .fill(totp(second, Date.now() + 30_000));
    await keepCodes();

    await page.getByRole('button', { name: 'Use email codes…' }).click();
    await dialog(page).getByRole('button', { name: 'Email a code' }).click();
    await expect(dialog(page)).toContainText(`We’ve emailed a code to ${person.email}.`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.setViewportSize({ width: 1440, height: 900 });
    const code = await awaitCode(page, person.email);
    await dialog(page).getByLabel('Code from the email').fill(another(code));
    await expect(dialog(page).getByText('That code is incorrect.')).toBeVisible();
    await dialog(page).getByLabel('Code from the email').fill(code);
    const recoveryCode = await keepCodes();
    await expect(page.getByText('Code by email', { exact: true })).toBeVisible();

    await page.evaluate(() => localStorage.clear());
    await signIn(page, person, address);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('If you’ve lost your authenticator, replace it in Your account.')).toBeVisible();
    await expect(page.getByText('9 codes left.')).toBeVisible();

    await page.getByRole('button', { name: 'Remove…' }).click();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    // With codes by email the step-up asks for a code: the password would only repeat the first factor.
    await dialog(page)
      .getByLabel('Code from your email')
      .fill(await awaitCode(page, person.email, /is your confirmation code/));
    await expect(page.getByText('Second factor removed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set up an app…' })).toBeVisible();
  },
);

test.describe('a platform administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });
  test('sees no personal data and no roles, and requests none; preferences apply immediately', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/admin?searchFilter=harbour');
    await page.getByRole('button', { name: /^Open Harbour/ }).click();
    await expect(page.getByText('You are viewing Harbour & Bloom')).toBeVisible();
    await page.goto('/settings/account-settings');
    await expect(page.getByText('Your profile is managed outside this portal.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change password…' })).toBeVisible();
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('group', { name: 'Density' }).getByRole('button', { name: 'Compact' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-density', 'dense');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(asked.filter((path) => /accounts\/self|\/accounts$|\/roles$/.test(path))).toEqual([]);
  });
});
