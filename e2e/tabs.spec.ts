import { expect, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole } from '#e2e/sign-ins.ts';

test('two tabs with two merchants: the one left behind says so at once, writes nothing, and goes on with what is open', async ({
  page,
  context,
  noise,
}) => {
  // What is under way when the session ends is refused.
  noise.allow(/status of 401|answered 401/);
  // A session of its own: it ends here.
  await signIn(page, findByRole('VOLUME_ADMIN'));
  const open = async (tab: typeof page, name: string) => {
    await tab.goto(`/admin?searchFilter=${name}`);
    await tab.getByRole('button', { name: new RegExp(`^Open .*${name}`, 'i') }).click();
    await expect(tab.getByText(/^You are viewing/)).toContainText(new RegExp(name, 'i'));
  };
  await open(page, 'Harbour');
  await page.goto('/pay-by-link');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(request.url());
  });

  const other = await context.newPage();
  await open(other, 'Grünwald');
  const dialog = page.getByRole('dialog', { name: 'You’ve opened another merchant or account' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole('button', { name: 'Switch this tab' }).click();
  await expect(page.getByText(/^You are viewing/)).toContainText('Bäckerei Grünwald');

  await other.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Switch this tab' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await other.getByRole('button', { name: /^You:/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/signin/);
  await expect(page.getByText('You were signed out in another tab.')).toBeVisible();
});
