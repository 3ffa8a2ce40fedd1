import type { Locator } from '@playwright/test';
import { findByRole } from '#e2e/sign-ins.ts';

/** Answers the question who it is in the dialog that asks it, by the password all samples share, and goes on. */
export async function prove(dialog: Locator, action: string): Promise<void> {
  await dialog.getByLabel('Password', { exact: true }).fill(findByRole('MERCHANT_ADMIN').password);
  await dialog.getByRole('button', { name: action }).click();
}
