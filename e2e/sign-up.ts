import { expect, type Page } from '@playwright/test';
import { awaitLink } from '#e2e/mails.ts';

/** Signs a company up from the sign-in page, up to the page that names the mail. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth/signin');
  await page.getByRole('link', { name: 'Try the sandbox' }).click();
  await page.getByLabel('Company name').fill('Kite & Co');
  await page.getByLabel('Your name').fill('Nora Kite');
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/auth/signup/success');
}

/** Chooses the first password with the mailed link, which signs in. Ends on the overview with its first steps. */
export async function chooseFirstPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto(await awaitLink(page, { to: email, subject: /^Set your password/ }));
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('0 of 6 done')).toBeVisible();
}
