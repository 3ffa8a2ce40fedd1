import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import type { SampleSignIn } from '#e2e/sign-ins.ts';

/** Signs in through the screen. Ends where the portal redirects to. */
export async function signIn(page: Page, { email, password }: SampleSignIn, address = '/auth/signin'): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Email', { exact: false }).first().fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/auth\/signin/);
}

/** The browser storage of a signed-in user: each worker signs in once per user. Returns the storage file's path. */
export async function keepSignedIn(browser: Browser, person: SampleSignIn): Promise<string> {
  const folder = join(process.env['DATA_DIR'] ?? '.data', `storage-${process.env['TEST_WORKER_INDEX'] ?? '0'}`);
  const path = join(folder, `${person.email.replaceAll(/[^\w.-]/g, '_')}.json`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ baseURL: process.env['BASE_URL'] ?? 'http://localhost:4000' });
  await signIn(await context.newPage(), person);
  await context.storageState({ path });
  await context.close();
  return path;
}
