import type { Page } from '@playwright/test';
import { expect, goTo, test } from '#e2e/journey.ts';
import { fillInLink, expectAfterReload, payWithoutScript } from '#e2e/payment-link.ts';
import { chooseFirstPassword, signUp } from '#e2e/sign-up.ts';

const password = 'seven kites over the harbour';
const step = (page: Page, name: string) =>
  page.getByRole('region', { name: 'First steps' }).getByRole('listitem').filter({ hasText: name });

test(
  'a new merchant gets from sign-up to the first payment by following the screens',
  { tag: '@journey' },
  async ({ page, browser }) => {
    const email = `first-${Date.now()}@kite.example`;
    await test.step('signs up from the sign-in page', () => signUp(page, email));
    await test.step('chooses a password with the mailed link, which signs in', () =>
      chooseFirstPassword(page, email, password));
    await test.step('creates a link from the first step, and pays it like a customer', async () => {
      await step(page, 'Create a payment link').getByRole('link').click();
      const link = await fillInLink(page, { amount: '8.40', description: 'A first kite' });
      const payer = await payWithoutScript(browser, link, 'Approve payment');
      await expect(payer.getByRole('heading', { name: 'Payment approved' })).toBeVisible();
      await expect(payer.getByText('Kite & Co').first()).toBeVisible();
      await payer.context().close();
    });
    await test.step('finds the payment in the list, and the steps completed', async () => {
      await goTo(page, 'Pay-ins');
      await expectAfterReload(page, async () => {
        await expect(page.locator('tbody tr').filter({ hasText: '£8.40' }).getByText('Completed')).toBeVisible({
          timeout: 2_000,
        });
      });
      await page.locator('tbody a.row-link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment of £8.40');
      await goTo(page, 'Overview');
      await expect(page.getByText('2 of 6 done')).toBeVisible();
      await expect(step(page, 'Receive your first payment').getByText(': done')).toBeAttached();
    });
  },
);
