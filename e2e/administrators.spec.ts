import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, goTo, test } from '#e2e/journey.ts';
import { makeAdministrator, proposeToDisable } from '#e2e/make-administrator.ts';
import { prove } from '#e2e/prove.ts';
import { signIn } from '#e2e/sign-in.ts';

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

/** Opens the menu of a row and chooses a line, by keyboard. */
async function choose(page: Page, email: string, line: string): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions for/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type(line.slice(0, 4));
  await expect(page.getByRole('menuitem', { name: line })).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Presses a button of the open dialog by keyboard. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
}

// How many administrators have full access decides what is possible.
test.describe.configure({ mode: 'serial' });

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('invites a read-only administrator by keyboard and withdraws the invitation', async ({ page, noise }) => {
    // The browser's console message about the call that requires a step-up.
    noise.allow(/403/);
    const email = `jess-${Date.now()}@volume.example`;
    await page.goto('/admin');
    await goTo(page, 'Administrators');
    await expect(page.getByRole('heading', { level: 1, name: 'Administrators' })).toBeVisible();
    await expect(rowOf(page, 'ada@volume.example')).toContainText('You, now');
    await expect(rowOf(page, 'grace@volume.example')).toContainText('Authenticator');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Invite' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite an administrator' });
    await dialog.getByLabel('Email address').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Jess Whitcombe');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('radio', { name: 'Read only' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await prove(dialog, 'Send invitation');
    await expect(rowOf(page, email)).toContainText(/invited \d+ \w+ by Ada Admin/);
    await expect(rowOf(page, email)).toContainText('Not yet');

    await choose(page, email, 'Withdraw invitation…');
    await press(page, 'Withdraw invitation');
    await expect(rowOf(page, email)).toHaveCount(0);
  });

  test('confirms that another is disabled as a third one proposed, whose session ends', async ({
    page,
    browser,
    noise,
  }) => {
    noise.allow(/401|403|answered/);
    const [juno, olive] = [await makeAdministrator(page, 'Juno Vale'), await makeAdministrator(page, 'Olive Marsh')];
    const theirs = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
    await signIn(theirs, juno);
    await expect(theirs).toHaveURL(/\/admin/);
    await proposeToDisable(page, olive, juno);

    await page.goto('/admin/administrators');
    const row = rowOf(page, juno.email);
    await expect(row).toContainText('Olive Marsh proposed to disable this administrator');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Confirm the change of Juno Vale…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Disable Juno Vale?' });
    await expect(dialog).toContainText('Olive Marsh proposed to disable this administrator.');
    await press(page, 'Confirm and disable');
    await prove(dialog, 'Confirm and disable');
    await expect(row).toContainText('Disabled');
    await theirs.reload();
    await expect(theirs).toHaveURL(/\/auth\/signin/);
    await theirs.context().close();

    // Three with full access remain: Olive can be proposed, but not confirmed by the proposer.
    await choose(page, olive.email, 'Disable…');
    await press(page, 'Propose to disable');
    const own = rowOf(page, olive.email);
    await expect(own.getByRole('button', { name: /^Confirm/ })).toHaveAttribute('aria-disabled', 'true');
    await own.getByRole('button', { name: /^Withdraw/ }).focus();
    await page.keyboard.press('Enter');
    await press(page, 'Withdraw proposal');
    await expect(own.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0);

    await goTo(page, 'Activity');
    const entries = page.getByRole('table', { name: 'Activity log' }).getByRole('row').filter({ hasText: juno.email });
    await expect(entries.first()).toContainText('User disabled');
  });

  test('the page fits a phone', async ({ page }) => {
    await page.goto('/admin/administrators');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoSidewaysScroll(page, 390);
    await page.getByRole('button', { name: 'Invite' }).click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
  });
});

test.describe('a read-only administrator', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });

  test('sees the list, with every change disabled', async ({ page }) => {
    await page.goto('/admin/administrators');
    await expect(page.getByRole('button', { name: 'Invite' })).toHaveAttribute('aria-disabled', 'true');
    await rowOf(page, 'ada@volume.example')
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await expect(page.getByRole('menuitem', { name: /Disable/ })).toContainText('You have read-only access');
  });
});
