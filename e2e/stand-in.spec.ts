import { expect, test } from '#e2e/stand-in/provider-test.ts';
import { oddPaymentId, paymentId, paymentIntentId } from '#e2e/stand-in/world-of-payments.ts';
import { merchantId } from '#e2e/stand-in/world.ts';

const everything = { authorities: ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'] };

/** Every screen of section 2 that a merchant's administrator opens, and what stands on it. */
const screens = [
  ['/', 'Overview'],
  ['/payments/payin', 'Pay-ins'],
  [`/payments/${paymentId}`, '£24.23'],
  [`/payments/${oddPaymentId}`, '€0.10'],
  ['/payments/payout', 'Payouts'],
  ['/balances/overview', 'Balances'],
  ['/pay-by-link', 'Pay by link'],
  [`/pay-by-link/${paymentIntentId}`, '£5.00'],
] as const;

test.describe('against a deployment that knows the specification alone', () => {
  test('every screen of a merchant stands, with calls that are to the letter', async ({ signedIn }) => {
    const page = await signedIn(everything);
    for (const [address, heading] of screens) {
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.getByRole('main').getByRole('heading').filter({ hasText: heading }).first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expect(page.getByText('Oops!')).toHaveCount(0);
      });
    }
  });

  test('an administrator lists merchants, opens one and sees its payments', async ({ signedIn, provider }) => {
    const page = await signedIn({ authorities: ['VOLUME_ADMIN'], isAdmin: true });
    await page.goto('/admin');
    await expect(page.getByRole('table')).toContainText('Stand-in Ltd');
    await page.goto('/admin/payments');
    await expect(page.getByRole('table')).toContainText('£24.23');
    await page.goto(`/admin/payments/${paymentId}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('£24.23');
    await page.goto(`/admin/merchants/${merchantId}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Stand-in Ltd');
    expect(provider.came).not.toContain('GET accounts/self');
  });
});
