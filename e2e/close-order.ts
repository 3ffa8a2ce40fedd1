import { expect, type Page } from '@playwright/test';

/**
 * Waits until the page reports the payout or refund, and closes the dialog, which is still open where the account provider
 * takes longer than the dialog follows the order.
 */
export async function closeOrder(page: Page, sentence: string | RegExp): Promise<void> {
  await expect(page.getByText(sentence)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
