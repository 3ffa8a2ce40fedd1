import type { Browser, Page } from '@playwright/test';
import { expect } from '#e2e/journey.ts';

interface Wanted {
  amount: string;
  description: string;
  /** Pounds by default, like in the dialog. */
  currency?: 'GBP' | 'EUR';
  isSingle?: boolean;
  metadata?: string;
}

/** Creates a link through the dialog. Ends on its page; returns the link shown there. */
export async function createLink(page: Page, wanted: Wanted): Promise<string> {
  await page.goto('/pay-by-link');
  return createLinkHere(page, wanted);
}

/** The same, for a page that already shows the links. */
async function createLinkHere(page: Page, wanted: Wanted): Promise<string> {
  await page.getByRole('button', { name: 'Create link' }).first().click();
  return fillInLink(page, wanted);
}

/** The same, for a dialog that is already open. */
export async function fillInLink(
  page: Page,
  { amount, description, currency, isSingle, metadata }: Wanted,
): Promise<string> {
  const sum = `${currency === 'EUR' ? '€' : '£'}${amount}`;
  const dialog = page.getByRole('dialog', { name: 'Create a payment link' });
  if (currency) await dialog.getByRole('button', { name: currency, exact: true }).click();
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Description').fill(description);
  if (metadata !== undefined) {
    await dialog.getByRole('button', { name: 'Add metadata' }).click();
    await dialog.getByLabel('Metadata').fill(metadata);
  }
  if (isSingle) await dialog.getByRole('button', { name: 'One attempt only' }).click();
  await dialog.getByRole('button', { name: `Create link for ${sum}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Payment link of ${sum}`);
  await expect(page).toHaveURL(/\/pay-by-link\/[0-9a-f-]{36}/);
  await expect(page.getByText('Not Started', { exact: true })).toBeVisible();
  return (await page.getByText(/\/pay\/[0-9a-f-]{36}$/).textContent()) ?? '';
}

type Answer = 'Approve payment' | 'Decline';

/** Opens the pay page as a payer without JavaScript, chooses a bank and answers there. Ends where the bank redirects to. */
export async function payWithoutScript(browser: Browser, link: string, answer: Answer): Promise<Page> {
  const payer = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await payer.goto(link);
  await payer.getByRole('list').getByRole('button').first().click();
  await expect(payer.getByText('Simulated bank')).toBeVisible();
  await payer.getByRole('button', { name: answer }).click();
  await expect(payer).toHaveURL(/\/pay\/.+\/.+/);
  return payer;
}

/** Polling is off under test automation, so the page is reloaded until the check passes. */
export const expectAfterReload = (page: Page, check: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.reload();
    await check();
  }).toPass({ timeout: 30_000 });
