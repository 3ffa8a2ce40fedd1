import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

/** Every screen of the frame, by the role that sees all of it. */
const screens = {
  MERCHANT_ADMIN: [
    '/',
    '/payments/payin',
    '/payments/payout',
    '/balances/overview',
    '/exchange',
    '/pay-by-link',
    '/settings/account-settings',
    '/settings/accounts',
    '/settings/institutions',
    '/settings/notifications',
    '/settings/security',
    '/settings/users',
    '/settings/webhooks-callbacks',
    '/about',
  ],
  VOLUME_ADMIN: ['/admin', '/admin/payments'],
};

for (const [role, addresses] of Object.entries(screens)) {
  test.describe(`as ${role}`, () => {
    test.use({ role });
    for (const address of addresses) {
      test(`${address} is accessible in both themes and fits a phone`, async ({ page }) => {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page, 390);
        await expectNoSidewaysScroll(page, 320);
      });
    }
  });
}

test('an unknown path says so', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByText('Not found', { exact: true }).first()).toBeVisible();
});

test('the fatal page stands at /error', async ({ page, noise }) => {
  noise.allow(/Unknown error/);
  await page.goto('/error');
  await expect(page.getByText('There was an error!')).toBeVisible();
  await expectAccessible(page);
});
