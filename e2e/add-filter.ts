import type { Page } from '@playwright/test';

/** Opens the editor of a filter that is off. */
export async function addFilter(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add a filter' }).getByRole('button', { name: label, exact: true }).click();
}
