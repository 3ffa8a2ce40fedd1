import { expect, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole } from '#e2e/sign-ins.ts';

test('two tabs keep two merchants, through reload and writing; leaving one or signing out is heard in both', async ({
  page,
  context,
  noise,
}) => {
  // What is under way when the session ends is refused.
  noise.allow(/status of 401|answered 401/);
  // A session of its own: it ends here.
  await signIn(page, findByRole('VOLUME_ADMIN'));
  const bar = (tab: typeof page) => tab.getByText(/^You are viewing/);
  const open = async (tab: typeof page, name: string) => {
    await tab.goto(`/admin?searchFilter=${name}`);
    await tab.getByRole('button', { name: new RegExp(`^Open .*${name}`, 'i') }).click();
    await expect(bar(tab)).toContainText(new RegExp(name, 'i'));
  };
  await open(page, 'Harbour');
  await page.goto('/pay-by-link');
  await page.getByRole('button', { name: 'Create link' }).click();
  const form = page.getByRole('dialog', { name: 'Create a payment link' });
  await form.getByLabel('Amount').fill('12.34');

  const other = await context.newPage();
  await open(other, 'Grünwald');
  await expect(form.getByLabel('Amount')).toHaveValue('12.34');
  const made = page.waitForRequest((request) => request.method() === 'POST' && /paymentintents/.test(request.url()));
  await form.getByLabel('Reference').fill('TWO-TABS');
  await form.getByRole('button', { name: /^Create/ }).click();
  await made;
  await expect(page).toHaveURL(/\/pay-by-link\/[0-9a-f-]{36}/);
  await page.goto('/balances/overview');
  await expect(bar(page)).toContainText('Harbour');
  await other.reload();
  await expect(bar(other)).toContainText('Grünwald');
  const third = await context.newPage();
  await third.goto('/payments/payin');
  await expect(bar(third)).toContainText('Grünwald');
  await third.close();

  await other.getByRole('button', { name: 'Leave' }).click();
  const dialog = page.getByRole('dialog', { name: 'You’ve left this merchant or changed account' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Switch this tab' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await other.getByRole('button', { name: /^You:/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/signin/);
  await expect(page.getByText('You were signed out in another tab.')).toBeVisible();
});
