import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
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

/**
 * The browser storage of a signed-in user: each worker signs in once per user. Returns the storage file's path. Without the
 * remembered capabilities, which may or may not be there yet: every test begins as a first visit does.
 */
export async function keepSignedIn(browser: Browser, person: SampleSignIn): Promise<string> {
  const folder = join(process.env['DATA_DIR'] ?? '.data', `storage-${process.env['TEST_WORKER_INDEX'] ?? '0'}`);
  const path = join(folder, `${person.email.replaceAll(/[^\w.-]/g, '_')}.json`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ baseURL: process.env['BASE_URL'] ?? 'http://localhost:4000' });
  await signIn(await context.newPage(), person);
  const state = await context.storageState();
  for (const origin of state.origins) {
    origin.localStorage = origin.localStorage.filter(({ name }) => name !== 'v_capabilities_v2');
  }
  writeFileSync(path, JSON.stringify(state));
  await context.close();
  return path;
}
