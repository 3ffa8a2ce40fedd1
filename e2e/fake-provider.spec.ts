import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fake-provider/provider-test.ts';
import { oddPaymentId, paymentId, paymentIntentId } from '#e2e/fake-provider/world-of-payments.ts';
import { applicationId, merchantId, secondApplicationId } from '#e2e/fake-provider/world.ts';

const everything = { authorities: ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'] };
const administrator = { authorities: ['VOLUME_ADMIN'], isAdmin: true };

/** Every screen of section 2 that shows a merchant, and a text on it. */
const screens = [
  ['/', 'Overview'],
  ['/payments/payin', '£24.23'],
  [`/payments/${paymentId}`, 'Payment of £24.23'],
  [`/payments/${paymentId}?view=receipt`, 'Receipt of £24.23'],
  [`/payments/${oddPaymentId}`, 'Payment of €0.10'],
  ['/payments/payout', '£100.50'],
  ['/balances/overview', '£311.07'],
  ['/exchange', '£311.07'],
  ['/pay-by-link', '£5.00'],
  [`/pay-by-link/${paymentIntentId}`, 'Payment link of £5.00'],
  ['/settings/accounts', 'Beneficiary 0'],
  ['/settings/institutions', 'natwest'],
  ['/settings/notifications', 'Call the payment webhook'],
  ['/settings/security', 'Primary key'],
  ['/settings/users', 'otto@fake-provider.example'],
  ['/settings/webhooks-callbacks', 'Callbacks'],
] as const;

/** Opens the screens one by one; `isPatient` also waits for calls that follow a screen's first content. */
async function visitAll(
  page: Page,
  addresses: readonly (readonly [string, string])[],
  isPatient = false,
): Promise<void> {
  for (const [address, words] of addresses) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
      if (isPatient) await page.waitForLoadState('networkidle');
      await expect(page.getByText('Oops!')).toHaveCount(0);
    });
  }
}

/** The screens as a merchant's user sees them. Each one waits until the network is idle, because late calls are checked too. */
test.describe('every screen of a merchant works, with calls exactly as specified', () => {
  /** The delivery log and the audit log are not in the specification, so no screen can mention them. */
  async function visit(page: Page, address: string, words: string): Promise<void> {
    await visitAll(page, [[address, words]], true);
    await expect(page.getByRole('main').getByText(/deliver(y|ies)|activity/i)).toHaveCount(0);
  }

  test('payments and links, without features of our own API', async ({ signedIn }) => {
    const page = await signedIn(everything);
    const main = page.getByRole('main');
    const exported = main.getByRole('button', { name: /^Export/ });
    await visit(page, '/', 'Needs attention');
    await expect(main.getByText('Webhooks failing')).toHaveCount(0);
    await visit(page, '/payments/payin', '£24.23');
    await expect(exported).toHaveCount(0);
    await visit(page, `/payments/${paymentId}`, 'Payment of £24.23');
    await expect(page.getByRole('button', { name: 'Refund…' })).toBeEnabled();
    await visit(page, `/payments/${oddPaymentId}`, 'Payment of €0.10');
    await visit(page, '/pay-by-link', '£5.00');
    await expect(page.getByRole('button', { name: 'Create link' }).first()).toBeEnabled();
    await visit(page, `/pay-by-link/${paymentIntentId}`, 'Payment link of £5.00');
    await expect(page.getByRole('button', { name: 'Cancel link' })).toHaveCount(0);
  });

  test('payouts, balances and exchange, without features of our own API', async ({ signedIn }) => {
    const page = await signedIn(everything);
    const main = page.getByRole('main');
    await visit(page, '/payments/payout', '£100.50');
    await expect(main.getByRole('button', { name: /^Export/ })).toHaveCount(0);
    await main.locator('tbody .row-link').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog').getByText(/deliver/i)).toHaveCount(0);
    await visit(page, '/balances/overview', '£311.07');
    await expect(page.getByRole('button', { name: 'Pay out…' })).toBeEnabled();
    await expect(page.getByRole('button', { name: /^More for/ })).toHaveCount(0);
    await visit(page, '/exchange', '£311.07');
    await expect(main.getByText('Exchange is not available yet')).toBeVisible();
    await expect(main.getByText('EUR · Bank account · …3000')).toBeVisible();
    await expect(main.getByRole('textbox')).toHaveCount(0);
    await expect(main.getByRole('button', { name: /quote/ })).toHaveCount(0);
  });

  test('settings, without features of our own API', async ({ signedIn }) => {
    const page = await signedIn(everything);
    const main = page.getByRole('main');
    await visitAll(page, [['/settings/accounts', 'Beneficiary 0']], true);
    await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveText([
      'Account',
      'Bank accounts',
      'Institutions',
      'Notifications',
      'Security',
      'Users',
      'Webhooks and callbacks',
    ]);
    await visitAll(page, [['/settings/notifications', 'Call the payment webhook']], true);
    await visit(page, '/settings/institutions', 'natwest');
    await expect(main.getByRole('checkbox')).toHaveCount(0);
    await expect(main.getByRole('button', { name: /shown$/ })).toHaveCount(0);
    await visit(page, '/settings/security', 'Primary key');
    await expect(main.getByRole('button', { name: /key…$/ })).toHaveCount(0);
    await expect(main.getByText('second step')).toHaveCount(0);
    await visit(page, '/settings/webhooks-callbacks', 'Callbacks');
    await expect(main.getByRole('textbox')).toHaveCount(6);
    const parts = main.getByRole('group', { name: 'Part' }).getByRole('button');
    await expect(parts).toHaveText(['Addresses', 'Signatures']);
    await visit(page, '/settings/users', 'otto@fake-provider.example');
    await expect(page.getByRole('button', { name: 'Add user' })).toBeEnabled();
    await visit(page, '/settings/account-settings', 'ida@fake-provider.example');
    await expect(main.getByRole('textbox')).toHaveCount(0);
    await expect(main.getByText('Signing in')).toHaveCount(0);
  });
});

test.describe('at a deployment that only knows the specification', () => {
  test('an administrator lists merchants, opens one and sees its payments', async ({ signedIn, provider }) => {
    const page = await signedIn(administrator);
    // An administrator who has not opened a merchant has no pay-ins (§4).
    await page.goto('/payments/payin');
    await expect(page).toHaveURL('/admin');
    await visitAll(page, [
      ['/admin', 'Stand-in Ltd'],
      ['/admin/payments', '£24.23'],
      [`/admin/payments/${paymentId}`, 'Payment of £24.23'],
      [`/admin/payments/${paymentId}?view=receipt`, 'Receipt of £24.23'],
      [`/admin/merchants/${merchantId}`, 'otto@fake-provider.example'],
    ]);
    expect(provider.came).not.toContain('GET accounts/self');
  });

  test('an administrator sees every screen of an opened merchant, and no personal data is requested', async ({
    signedIn,
    provider,
  }) => {
    const page = await signedIn({ ...administrator, opened: true });
    await visitAll(page, [...screens, ['/settings/account-settings', 'Your profile is managed outside this portal.']]);
    expect(provider.came).not.toContain('GET accounts/self');
  });

  test('addresses redirect as specified and keep the application', async ({ signedIn }) => {
    const page = await signedIn(everything);
    for (const [from, to] of [
      ['/dashboard', `/payments/payin?applicationId=${applicationId}`],
      [`/payments?applicationId=${secondApplicationId}`, `/payments/payin?applicationId=${secondApplicationId}`],
    ] as const) {
      await test.step(from, async () => {
        await page.goto(from);
        await expect(page).toHaveURL(to);
      });
    }
    await test.step('an unknown application becomes the first one', async () => {
      await page.goto('/payments/payin?applicationId=00000000-0000-7000-8000-000000000000');
      await expect(page).toHaveURL(`/payments/payin?applicationId=${applicationId}`);
      await expect(page.getByRole('button', { name: 'Application: Web shop, Stand-in Ltd' })).toBeVisible();
    });
  });

  test('responses with only the fields of section 3 are accepted', async ({ signedIn, provider }) => {
    const person = {
      merchantId,
      email: 'wren@fake-provider.example',
      roles: ['MERCHANT_ADMIN'],
      name: null,
      phone: null,
    };
    const account = {
      isVirtualAccount: true,
      forCurrency: 'GBP',
      isLimitedVirtualAccount: false,
      virtualAccountInformation: { availableBalance: 7.07, balance: 9.09 },
    };
    const page = await signedIn(everything);
    provider.fail('GET accounts/self', { status: 200, body: person });
    provider.fail('GET merchants/{merchantId}/accounts', { status: 200, body: [person] });
    const balances = 'payin-accounts-with-aggregated-balances';
    provider.fail(`GET merchants/{merchantId}/applications/{applicationId}/${balances}`, {
      status: 200,
      body: [account],
    });
    await visitAll(page, [
      ['/balances/overview', '£7.07'],
      ['/exchange', '£7.07'],
      ['/', '£7.07'],
      ['/settings/account-settings', 'wren@fake-provider.example'],
      ['/settings/users', 'wren@fake-provider.example'],
    ]);
  });

  test('a feature is offered only at a deployment that has its call', async ({ signedIn, provider }) => {
    provider.offer('GET merchants/{}/applications/{}/payouts/schedule', { status: 200, body: [] });
    const page = await signedIn(everything);
    await page.goto('/balances/overview');
    await page.getByRole('button', { name: /^More for/ }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Payout schedule']);
    await page.getByRole('menuitem').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save schedule' }).click();
    await expect(page.getByText('The schedule is on')).toBeVisible();
    expect(provider.came).toContain('POST merchants/{merchantId}/applications/{applicationId}/payouts/schedule');
  });
});

/** Every provider gets the text as typed; the API decides whether it is long enough (§2 Search parameters). */
for (const text of ['a b+c', '50%', '{}']) {
  test(`a search for ${text} is sent as typed, also after reload, back and from a pasted link`, async ({
    signedIn,
    provider,
    context,
  }) => {
    const page = await signedIn(everything);
    const field = (at: Page) => at.getByRole('searchbox', { name: 'Search pay-ins' });
    const arrives = async (searches: string[]) => {
      await expect.poll(() => provider.searches).toEqual(searches);
      provider.searches.length = 0;
    };
    await page.goto('/payments/payin');
    await expect(page.getByText('£24.23')).toBeVisible();
    await field(page).fill(text);
    await field(page).press('Enter');
    await arrives([text]);
    await expect(page).toHaveURL(new RegExp(`searchFilter=${encodeURIComponent(text)}(&|$)`));
    const link = page.url();
    await page.reload();
    await arrives([text]);
    await expect(field(page)).toHaveValue(text);
    await page.goto('/payments/payout');
    await expect(page.getByText('£100.50')).toBeVisible();
    await page.goBack();
    await arrives([text]);
    await expect(field(page)).toHaveValue(text);
    const pasted = await context.newPage();
    await pasted.goto(link);
    await arrives([text]);
    await expect(field(pasted)).toHaveValue(text);
    await expect(pasted.getByText('Oops!')).toHaveCount(0);
  });
}
