import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journey.ts';
import { makePerson } from '#e2e/make-person.ts';
import { awaitMail } from '#e2e/mails.ts';
import { prove } from '#e2e/prove.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, nameOf } from '#e2e/sign-ins.ts';
import { totp } from '#e2e/totp.ts';

const ownAccount = '/auth/signin?afterSignInUrl=%2Fsettings%2Faccount-settings';

async function setUpAuthenticator(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Set up an app…' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code from your app').fill(totp(secret));
  await page.getByRole('checkbox', { name: 'I’ve saved my recovery codes' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Opens the users page of Harbour; platform administrators open the merchant first. */
async function openUsers(page: Page, role: string): Promise<void> {
  if (role !== 'MERCHANT_ADMIN') {
    await page.goto('/admin?searchFilter=harbour');
    await page.getByRole('button', { name: /^Open Harbour/ }).click();
    await expect(page.getByText('You are viewing Harbour & Bloom')).toBeVisible();
  }
  await page.goto('/settings/users');
}

const resets = [
  { role: 'MERCHANT_ADMIN', name: 'Juniper Vale' },
  { role: 'VOLUME_ADMIN', name: 'Laurel Finch' },
];

for (const { role, name } of resets) {
  test.describe(role, () => {
    test.use({ role });

    test('resets the authenticator of a user who lost it; the user gets a mail, is signed out and signs in by password', async ({
      page,
      browser,
      noise,
    }) => {
      noise.allow(/403|answered/);
      const lost = await makePerson(page, name);
      const theirs = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
      await signIn(theirs, lost, ownAccount);
      await setUpAuthenticator(theirs, lost.password);

      await openUsers(page, role);
      const row = page.getByRole('row').filter({ hasText: lost.email });
      await expect(row.getByRole('cell', { name: 'On', exact: true })).toBeVisible();
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Reset second factor…' }).click();
      const dialog = page.getByRole('dialog', { name: `Reset the second factor of ${name}?` });
      await expect(dialog).toContainText('Make sure the request really comes from them.');
      await dialog.getByRole('button', { name: 'Reset second factor' }).click();
      await expect(dialog.getByText('Confirm that it’s you to continue.')).toBeVisible();
      await prove(dialog, 'Reset second factor');
      await expect(page.getByText('Second factor reset')).toBeVisible();
      await expect(row.getByRole('cell', { name: 'Off', exact: true })).toBeVisible();

      const by = findByRole(role);
      const said = `${nameOf(by)} (${by.email})`;
      const mail = await awaitMail(page, lost.email, /^Your second factor was reset$/);
      expect(mail).toContain(`${said} reset the second factor of your account`);
      expect(mail).toContain('set up a second factor again in Settings, under Account');
      const text = await awaitMail(page, findByRole('MERCHANT_ADMIN').email, /^A second factor was reset$/, lost.email);
      expect(text).toContain(`${said} reset the second factor of ${lost.email} on `);

      await theirs.reload();
      await expect(theirs).toHaveURL(/\/auth\/signin/);
      await signIn(theirs, lost, ownAccount);
      await expect(theirs).toHaveURL(/\/settings\/account-settings/);
      await expect(theirs.getByRole('button', { name: 'Set up an app…' })).toBeVisible();
      await theirs.context().close();

      await page.goto('/settings/security?activityAction=TWO_FACTOR_RESET');
      const entries = page.getByRole('table', { name: 'Activity log' }).getByRole('row');
      const entry = entries.filter({ hasText: 'Second factor reset' }).filter({ hasText: name });
      await expect(entry).toHaveCount(1);
      await expect(entry).toContainText(nameOf(by));
    });
  });
}
