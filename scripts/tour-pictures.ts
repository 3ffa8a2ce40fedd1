import type { Page } from '@playwright/test';

const settled =
  'paymentStatuses=SETTLED&refundedFilter=NOT_REFUNDED&heldFilter=NOT_HELD&currencies=GBP&riskCategory=LOW';

/** How to reach each picture of docs/tour.md, by name and in this order, when signed in as the merchant's administrator. */
export const tour: Record<string, (page: Page) => Promise<unknown>> = {
  overview: async (page) => {
    await page.goto('/');
    await page.getByRole('group', { name: 'GBP by day' }).getByRole('link').nth(21).hover();
  },
  'pay-ins': async (page) => {
    await page.goto('/payments/payin?riskCategory=HIGH,MEDIUM');
    await page.locator('a.row-link').first().waitFor();
  },
  payment: async (page) => {
    await page.goto(`/payments/payin?${settled}`);
    await page.locator('a.row-link').nth(1).click();
    await page.getByRole('button', { name: 'Refund…' }).waitFor();
  },
  refund: async (page) => {
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('5.00');
  },
  failed: async (page) => {
    await page.goto('/payments/payin?paymentStatuses=FAILED');
    await page.locator('a.row-link').first().click();
    await page.getByText('Send a payment link').first().waitFor();
  },
  link: async (page) => {
    await page.goto('/pay-by-link');
    await page.getByRole('button', { name: 'Create link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('48.50');
    await dialog.getByLabel('Description').fill('Spring bouquet, delivered on Friday');
    await dialog.getByLabel('Order').fill('HB-20418');
    await dialog.getByRole('button', { name: /^Create/ }).click();
    await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
  },
  'pay-page': async (page) => {
    const address = await page.getByRole('link', { name: /the pay page/ }).getAttribute('href');
    await page.goto(address ?? '');
  },
  payout: async (page) => {
    await page.goto('/balances/overview');
    await page.getByRole('button', { name: 'Pay out…' }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Use £/ })
      .click();
    await page.getByText(/will be left/).waitFor();
  },
  statement: async (page) => {
    await page.goto('/balances/overview');
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Statement' }).click();
    await page.getByText('Closing balance').first().waitFor();
  },
  webhooks: async (page) => {
    await page.goto('/settings/webhooks-callbacks?view=deliveries');
    await page.locator('a.row-link').first().click();
    await page.getByRole('dialog').getByText('Copy as curl').first().waitFor();
  },
};

/** Waits until nothing has changed for half a second. The network is never idle, because changes are pushed. */
export async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, 500);
      new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(resolve, 500);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
  });
}
