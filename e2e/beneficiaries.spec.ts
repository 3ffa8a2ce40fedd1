import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findBySituation } from '#e2e/sign-ins.ts';

const bankAccounts = '/auth/signin?afterSignInUrl=%2Fsettings%2Faccounts';

// These merchants' payouts are used by no other journey, because all share one world.
test.describe('a merchant administrator', () => {
  test('adds a beneficiary whose name differs at the bank, sees that it is new, and disables it', async ({
    page,
    noise,
  }) => {
    noise.allow(/403|409|422|answered/);
    const person = findBySituation('merchant without payments');
    await signIn(page, person, bankAccounts);
    await page.getByRole('button', { name: 'Add beneficiary' }).click();
    const dialog = page.getByRole('dialog');
    const add = dialog.getByRole('button', { name: 'Add beneficiary' });

    await test.step('an invalid account is reported next to its field', async () => {
      await dialog.getByLabel('Account holder').fill('Willow Wholesale Ltd');
      await dialog.getByLabel('Sort code').fill('20-11');
      await dialog.getByLabel('Account number').fill('5519 0002');
      await add.click();
      await expect(dialog.getByLabel('Sort code')).toHaveAccessibleDescription(/must have 6 digits/);
      await dialog.getByLabel('Sort code').fill('20-11-09');
    });

    await test.step('after a step-up, a differing name at the bank must be accepted', async () => {
      await add.click();
      await dialog.getByLabel('Password', { exact: true }).fill(person.password);
      await dialog.getByRole('button', { name: 'Add beneficiary' }).click();
      const isChecked = dialog.getByRole('checkbox', { name: 'I have checked the name with the account holder' });
      await expect(isChecked).toBeVisible();
      await expect(add).toHaveAccessibleDescription('Check the name first');
      await expectAccessible(page);
      await expectNoSidewaysScroll(page, 320);
      await page.setViewportSize({ width: 1440, height: 900 });
      await isChecked.check();
      await dialog.getByRole('button', { name: 'Add anyway' }).click();
      await expect(page.getByText(/Willow Wholesale Ltd.? was added/)).toBeVisible();
    });

    const row = page
      .getByRole('table', { name: 'Accounts to pay out to' })
      .getByRole('row', { name: /Willow Wholesale Ltd/ });
    await test.step('a new beneficiary cannot become the default for a day', async () => {
      await expect(row).toContainText('20-11-09 · 5519 0002');
      await expect(row).toContainText(/New\s*until/);
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await expect(page.getByRole('menuitem', { name: /^Make default of the GBP account/ })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await page.getByRole('menuitem', { name: 'Disable…' }).click();
    });

    await test.step('a disabled beneficiary stays in the list without actions', async () => {
      await expect(dialog).toContainText('Payouts already made are not affected');
      await dialog.getByRole('button', { name: 'Disable beneficiary' }).click();
      await expect(row).toContainText('Disabled');
      await expect(row.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
    });
  });

  test('makes another beneficiary the default, and is shown the previous one', async ({ page, noise }) => {
    noise.allow(/403|answered/);
    const person = findBySituation('30 applications');
    await signIn(page, person, bankAccounts);
    const table = page.getByRole('table', { name: 'Accounts to pay out to' });
    const before = table.getByRole('row', { name: /GBP account/ });
    await expect(before).toHaveCount(1);
    await table
      .getByRole('row', { name: /^Savings account/ })
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: /^Make default of the GBP account/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Until now it was Atlas');
    await dialog.getByRole('button', { name: 'Make default of the GBP account' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Make default of the GBP account' }).click();
    await expect(table.getByRole('row', { name: /^Savings account/ })).toContainText('GBP account');
    await page.reload();
    await expect(before).toHaveCount(1);
    await expect(before).toContainText('Savings account');
  });
});

test.describe('a read-only administrator', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });

  test('sees the beneficiaries of an opened merchant, and why none can be added or changed', async ({ page }) => {
    await page.goto('/admin?searchFilter=atlas');
    await page.getByRole('button', { name: /^Open Atlas/ }).click();
    await expect(page.getByText('You are viewing Atlas')).toBeVisible();
    await page.goto('/settings/accounts');
    await expect(page.getByRole('button', { name: 'Add beneficiary' })).toHaveAccessibleDescription(
      'You have read-only access',
    );
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await expect(page.getByRole('menuitem', { name: /^Disable/ })).toHaveAttribute('aria-disabled', 'true');
  });
});
