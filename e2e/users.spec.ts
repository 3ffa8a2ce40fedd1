import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { prove } from '#e2e/prove.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findBySituation } from '#e2e/sign-ins.ts';

const rowOf = (page: Page, words: string): Locator => page.getByRole('row').filter({ hasText: words });

async function choose(page: Page, row: Locator, line: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: line }).click();
}

/** The links mailed to an address, newest first, from the local outbox. */
async function linksTo(page: Page, email: string): Promise<string[]> {
  const answer = await page.request.get('/sandbox/outbox.json');
  const mails = (await answer.json()) as { to: string; text: string }[];
  return mails
    .filter(({ to }) => to === email)
    .map(({ text }) => /\S+\/auth\/reset-password\/\S+/.exec(text)?.[0] ?? '');
}

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test.describe('an administrator of the merchant', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test(
    'adds a user after a step-up, who gets a link by mail; edits, disables, enables and reinvites the user, who signs in',
    { tag: '@journey' },
    async ({ page, browser, noise }) => {
      noise.allow(/403|409|answered/);
      const email = `hazel-${Date.now()}@harbourbloom.example`;
      await page.goto('/settings/users');
      await page.getByRole('button', { name: 'Add user' }).click();
      const adding = page.getByRole('dialog', { name: 'Add a user' });
      await adding.getByRole('button', { name: 'Send invitation' }).click();
      await expect(adding.getByText('Email address is required')).toBeVisible();
      await expect(adding.getByText('Choose at least one role')).toBeVisible();
      await expect(adding.getByLabel('Email address')).toBeFocused();
      await expectFits(page);

      await adding.getByLabel('Email address').fill('isla@harbourbloom.example');
      await adding.getByLabel('Name').fill('Hazel Winter');
      await adding.getByRole('radio', { name: 'Merchant Viewer' }).check();
      await adding.getByRole('button', { name: 'Send invitation' }).click();
      await expect(adding.getByText('Confirm that it’s you to continue.')).toBeVisible();
      await expectFits(page);
      await prove(adding, 'Send invitation');
      await expect(adding.getByRole('alert')).toContainText('This email address is already in use.');
      await expect(adding.getByRole('alert')).toContainText(/The user was not added\. Trace [0-9a-f]{16}/);
      await expect(adding.getByLabel('Name')).toHaveValue('Hazel Winter');
      await adding.getByLabel('Email address').fill(email);
      await adding.getByRole('button', { name: 'Send invitation' }).click();
      await expect(adding).toHaveCount(0);
      const row = rowOf(page, email);
      await expect(row).toContainText('Invited');
      expect(await linksTo(page, email)).toEqual([expect.stringMatching(/\/auth\/reset-password\/link#[\w-]{43}$/)]);

      await choose(page, row, 'Edit…');
      const editing = page.getByRole('dialog', { name: 'Edit Hazel Winter' });
      await expect(editing.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
      await editing.getByLabel('Name').fill('Hazel Frost');
      await editing.getByRole('radio', { name: 'Merchant Operator' }).check();
      await expect(editing.getByRole('radio', { name: 'Merchant Viewer' })).not.toBeChecked();
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await editing.getByRole('button', { name: 'Save changes' }).click();
      // Each role includes the lower ones, so choosing one removes the other.
      expect((await sent).postDataJSON()).toEqual({ name: 'Hazel Frost', roles: ['MERCHANT_OPERATOR'] });
      await expect(row).toContainText('Hazel Frost');
      await expect(row).toContainText(/Merchant Operator(?!,)/);

      await choose(page, row, 'Disable…');
      await expect(page.getByText('Their invitation link will stop working.')).toBeVisible();
      await page.getByRole('button', { name: 'Disable Hazel Frost' }).click();
      await expect(row).toContainText('Disabled');
      await choose(page, row, 'Enable…');
      await page.getByRole('button', { name: 'Enable Hazel Frost' }).click();
      await expect(row).toContainText('Invited');
      await choose(page, row, 'Resend invitation…');
      await page.getByRole('button', { name: 'Resend invitation' }).click();
      await expect(page.getByText('Invitation resent')).toBeVisible();
      expect(await linksTo(page, email)).toHaveLength(2);

      await test.step('the invited user reads the mail, sets a password and signs in', async () => {
        const invited = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
        await invited.goto('/sandbox/outbox');
        const mail = invited.getByRole('article').filter({ hasText: email }).first();
        await expect(mail).toContainText('Set your password for the Volume Merchant Portal');
        await invited.goto(/\S+\/auth\/reset-password\/\S+/.exec((await mail.textContent()) ?? '')?.[0] ?? '');
        await invited.getByLabel('New password').fill('nine otters under the pier');
        await invited.getByRole('button', { name: 'Set password' }).click();
        await expect(invited).toHaveURL(/\/\?applicationId=/);
        await invited.context().close();
        await page.reload();
        await expect(row).not.toContainText('Invited');
      });
    },
  );

  test('searches in the address, and cannot disable themselves', async ({ page }) => {
    await page.goto('/settings/users?searchFilter=nobody-at-all');
    await expect(page.getByText('No users match “nobody-at-all”')).toBeVisible();
    await page.getByRole('button', { name: 'Show all users' }).click();
    await expect(page).not.toHaveURL(/searchFilter/);
    await page.keyboard.press('/');
    await page.keyboard.type('hughes');
    await expect(page).toHaveURL(/searchFilter=hughes/);
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1);
    await page.reload();
    await expect(page.getByText(/^1 of \d+ users$/)).toBeVisible();
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await expect(page.getByRole('menuitem', { name: /Disable… You can’t disable your own account/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

test('the last administrator keeps the role, and sees why', async ({ page }) => {
  await signIn(page, findBySituation('merchant without payments'), '/auth/signin?afterSignInUrl=%2Fsettings%2Fusers');
  await choose(page, rowOf(page, 'Rowan Fennel'), 'Edit…');
  const role = page.getByRole('radio', { name: 'Merchant Admin' });
  await expect(role).toHaveAttribute('aria-disabled', 'true');
  await role.focus();
  await page.keyboard.press('Space');
  await expect(role).toBeChecked();
  await page.getByRole('radio', { name: 'Merchant Viewer' }).click({ force: true });
  await expect(role).toBeChecked();
  await expect(page.getByText('There must be at least one enabled administrator.')).toHaveCount(4);
});

test.describe('an editor', () => {
  test.use({ role: 'MERCHANT_EDITOR' });
  test('cannot assign a role above their own, or edit a user who has one', async ({ page }) => {
    await page.goto('/settings/users');
    await page.getByRole('button', { name: 'Add user' }).click();
    await expect(page.getByRole('radio', { name: 'Merchant Admin' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('This role is higher than yours.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Merchant Editor' })).not.toHaveAttribute('aria-disabled');
    await page.keyboard.press('Escape');
    await rowOf(page, 'Zoë Ängström').getByRole('button').click();
    await expect(page.getByRole('menuitem', { name: /Disable… Their role is higher than yours/ })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await expect(page.getByText('Their role is higher than yours.')).toHaveCount(4);
  });
});

test.describe('a read-only platform administrator', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });
  test('sees the users of a merchant and why nothing can be changed', async ({ page }) => {
    await page.goto('/admin?searchFilter=harbour');
    await page.getByRole('button', { name: /^Open Harbour/ }).click();
    await expect(page.getByText('You are viewing Harbour & Bloom')).toBeVisible();
    await page.goto('/settings/users');
    await expect(page.getByRole('button', { name: 'Add user' })).toHaveAttribute('aria-disabled', 'true');
    await rowOf(page, 'Maya Okafor').getByRole('button').click();
    for (const line of ['Edit…', 'Disable…']) {
      const item = page.getByRole('menuitem', { name: `${line} You don’t have permission to change users` });
      await expect(item).toHaveAttribute('aria-disabled', 'true');
    }
  });
});
