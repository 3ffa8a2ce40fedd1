import type { Locator } from '@playwright/test';
import { findByRole } from '#e2e/sign-ins.ts';

/** Makes the dialog's step-up with the password that all sample users share. */
export async function prove(dialog: Locator, action: string): Promise<void> {
  await dialog.getByLabel('Password', { exact: true }).fill(findByRole('MERCHANT_ADMIN').password);
  await dialog.getByRole('button', { name: action }).click();
}
