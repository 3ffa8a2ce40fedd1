import { refusal } from '#e2e/fake-provider/answers.ts';
import { expect, test } from '#e2e/fake-provider/provider-test.ts';
import { paymentId, paymentIntentId, payments } from '#e2e/fake-provider/world-of-payments.ts';
import { merchant, merchantId } from '#e2e/fake-provider/world.ts';

const everything = { authorities: ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'] };
const administrator = { authorities: ['VOLUME_ADMIN'], isAdmin: true };
const application = 'merchants/{merchantId}/applications/{applicationId}';
const ok = (body: unknown) => ({ status: 200, body });
const usual = 'Something went wrong with the Volume Merchant Portal';
/** A response without the provider's payload: an API error like any other. */
const bare = { status: 400, body: '<h1>Bad gateway</h1>' };
/** Looks like the provider's payload, but its statusCode is not a number (§5). */
const malformed = { status: 400, body: { statusCode: '400', errorMessage: 'Not to be shown', source: 'VOLUME' } };

/** Every read of section 7 that a merchant's screen needs, the screen, and a text that is shown when nothing fails. */
const reads = [
  ['GET payments', '/payments/payin', '£24.23'],
  ['GET merchants/{merchantId}/application/{applicationId}/outbound-payments', '/payments/payout', '£100.50'],
  [`GET ${application}/payin-accounts-with-aggregated-balances`, '/balances/overview', '£311.07'],
  [`GET ${application}/payin-accounts-with-aggregated-balances`, '/exchange', '£311.07'],
  ['GET payments/summary', '/', 'Success rate'],
  ['GET revenue', '/', 'GBP by day'],
  ['GET paymentintents', '/pay-by-link', '£5.00'],
  ['GET paymentintents/{paymentIntentId}', `/pay-by-link/${paymentIntentId}`, 'Payment link of £5.00'],
  ['GET institutions', '/settings/institutions', 'natwest'],
  [`GET ${application}/secret`, '/settings/security', 'Primary key'],
  ['GET merchants/{merchantId}/accounts', '/settings/users', 'otto@fake-provider.example'],
  ['GET accounts/self', '/settings/account-settings', 'ida@fake-provider.example'],
] as const;

test.describe('the error catalogue, call by call', () => {
  test.beforeEach(({ noise }) => noise.allow(/Failed to load resource|\[Merchant Portal\]/));

  test('shows a provider’s message with its trace and no other response’s, and "Try Again?" restores the screen', async ({
    signedIn,
    provider,
  }) => {
    // Twelve reads, each with three failures and a recovery.
    test.slow();
    const page = await signedIn(everything);
    const main = page.getByRole('main');
    const again = main.getByRole('button', { name: 'Try Again?' }).first();
    for (const [call, address, words] of reads) {
      await test.step(`${call} at ${address}`, async () => {
        provider.fail(call, refusal(409, 'CONFLICT', 'The books are being written.'));
        await page.goto(address);
        await expect(main.getByText('The books are being written.').first()).toBeVisible();
        await expect(main.getByRole('heading', { name: 'Oops!' }).first()).toBeVisible();
        const mail = main.getByRole('link', { name: 'contact support' }).first();
        await expect(mail).toHaveAttribute('href', /subject=%5BMerchant%20Portal%5D%204bf92f3577b34da6$/);
        for (const answer of [malformed, bare]) {
          provider.fail(call, answer);
          const refused = page.waitForResponse((response) => response.status() === 400);
          await again.click();
          await refused;
          // Not the button of the previous error, and not while it is still busy.
          await expect(again).not.toHaveAttribute('aria-busy', 'true');
          await expect(main.getByText(usual).first()).toBeVisible();
        }
        await expect(main.getByText(/Not to be shown|Bad gateway/)).toHaveCount(0);
        provider.recover();
        await again.click();
        await expect(main.getByText(words).first()).toBeVisible();
        await expect(main.getByText('Oops!')).toHaveCount(0);
      });
    }
  });

  test('the log says which failure it was', async ({ signedIn, provider }) => {
    const page = await signedIn(everything);
    const heard: string[] = [];
    page.on('console', (message) => heard.push(message.text()));
    const [payment] = payments;
    const misshapen = { ...payment, paymentStatus: 'A_STATUS_OF_TOMORROW' };
    const envelope = (content: unknown[]) => ({ content, totalElements: content.length });
    for (const [call, answer, address, failure] of [
      ['GET payments', ok(envelope([misshapen])), '/payments/payin', 'Failed to fetch payments'],
      ['GET payments', malformed, '/payments/payin', 'Invalid volume api error'],
      ['GET payments', bare, '/payments/payin', 'Failed to fetch data'],
      ['GET merchants/{merchantId}', bare, '/balances/overview', 'Failed to fetch merchant details'],
      ['GET merchants/{merchantId}', ok({ merchantId }), '/settings/security', 'Failed to fetch merchant details'],
    ] as const) {
      await test.step(`${call}: ${failure}`, async () => {
        provider.fail(call, answer);
        await page.goto(address);
        await expect(page.getByText(usual).first()).toBeVisible();
        expect(heard.join('\n')).toContain(failure);
        provider.recover();
        heard.length = 0;
      });
    }
    await test.step('a merchant without applications has its own message', async () => {
      provider.fail('GET merchants/{merchantId}', ok({ ...merchant, applications: [] }));
      await page.goto('/balances/overview');
      await expect(page.getByText('Invalid application configuration').first()).toBeVisible();
    });
  });

  test('a payment that fails without a payload redirects to the list, with one it shows the error card', async ({
    signedIn,
    provider,
  }) => {
    const page = await signedIn(everything);
    for (const call of ['GET payments/{paymentId}', 'GET payments/{paymentId}/details']) {
      provider.fail(call, refusal(404, 'NOT_FOUND', 'This payment was not found.'));
      await page.goto(`/payments/${paymentId}`);
      await expect(page.getByText('This payment was not found.')).toBeVisible();
      provider.fail(call, bare);
      await page.goto(`/payments/${paymentId}`);
      await expect(page).toHaveURL(/\/payments\/payin\?/);
      await expect(page.getByRole('table')).toContainText('£24.23');
      provider.recover();
    }
  });

  test('refused and failed beneficiary requests have different messages, and nobody is signed out', async ({
    signedIn,
    provider,
  }) => {
    const page = await signedIn(everything);
    const call = 'GET providers/optimus/customers/{customerId}/beneficiaries';
    for (const [answer, words] of [
      [refusal(401, 'UNAUTHORIZED', 'No'), 'Unauthorized'],
      [refusal(403, 'FORBIDDEN', 'No'), 'Unauthorized'],
      [bare, 'Failed to fetch optimus beneficiaries'],
      [ok([{ optimusBeneficiaryId: 7 }]), 'Failed to fetch optimus beneficiaries'],
    ] as const) {
      provider.fail(call, answer);
      await page.goto('/settings/accounts');
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    }
    provider.recover();
    await page.getByRole('button', { name: 'Try Again?' }).click();
    const active = page.getByRole('table', { name: 'Active beneficiaries' });
    await expect(active.getByRole('row')).toHaveCount(2);
    await expect(active).toContainText('Beneficiary 0');
  });

  test('a refused write keeps the typed input and shows the provider’s message', async ({ signedIn, provider }) => {
    const page = await signedIn(everything);
    const no = refusal(409, 'CONFLICT', 'Not while the books are written.');
    const alert = page.getByRole('alert').filter({ hasText: 'Not while the books are written.' });
    await test.step('notifications', async () => {
      for (const [name, call] of [
        ['Send an email', `PUT ${application}/external-payment/send-email`],
        ['Call the payment webhook', `PUT ${application}/external-payment/send-webhook`],
      ] as const) {
        provider.fail(call, no);
        await page.goto('/settings/notifications');
        const toggle = page.getByRole('switch', { name });
        const was = await toggle.isChecked();
        await toggle.click();
        await expect(alert).toContainText('4bf92f3577b34da6');
        await expect(toggle).toBeChecked({ checked: was });
      }
    });
    await test.step('users', async () => {
      const dialog = page.getByRole('dialog');
      provider.fail('POST merchants/{merchantId}/accounts', no);
      await page.goto('/settings/users');
      await page.getByRole('button', { name: 'Add user' }).click();
      await dialog.getByLabel('Email address').fill('hazel@fake-provider.example');
      await dialog.getByRole('radio', { name: 'Merchant Viewer' }).check();
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await expect(alert).toContainText('The user was not added.');
      await expect(dialog.getByLabel('Email address')).toHaveValue('hazel@fake-provider.example');
      await page.keyboard.press('Escape');
      const row = page.getByRole('row').filter({ hasText: 'otto@' });
      for (const [line, action, call] of [
        ['Edit…', 'Save changes', 'PUT merchants/{merchantId}/accounts/{userId}'],
        ['Disable…', /^Disable/, 'PUT accounts/{userId}/disable'],
      ] as const) {
        provider.fail(call, no);
        await row.getByRole('button', { name: /^Actions for/ }).click();
        await page.getByRole('menuitem', { name: line }).click();
        if (line === 'Edit…') await dialog.getByLabel('Name').fill('Otto Standing');
        await dialog.getByRole('button', { name: action }).click();
        await expect(alert).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
    });
    await test.step('a schedule', async () => {
      provider.offer('GET merchants/{}/applications/{}/payouts/schedule', ok([]));
      provider.fail(`POST ${application}/payouts/schedule`, no);
      await page.goto('/balances/overview');
      await page.getByRole('button', { name: /^More for/ }).click();
      await page.getByRole('menuitem').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save schedule' }).click();
      await expect(alert).toContainText('Nothing was changed.');
    });
  });

  test('an expired session ends at sign-in with a return address, except for the merchant’s own data', async ({
    signedIn,
    provider,
  }) => {
    for (const [call, status, address, target] of [
      ['GET payments', 401, '/payments/payin', /\/auth\/signin\?afterSignInUrl=%2Fpayments%2Fpayin/],
      ['GET merchants/{merchantId}', 401, '/balances/overview', /\/auth\/signin$/],
      ['GET merchants/{merchantId}', 403, '/balances/overview', /\/auth\/signin$/],
    ] as const) {
      const page = await signedIn(everything);
      provider.fail(call, refusal(status, 'REFUSED', 'No'));
      await page.goto(address);
      await expect(page).toHaveURL(target);
      expect(await page.evaluate(() => localStorage.getItem('v_accessToken_v1'))).toBeNull();
      provider.recover();
    }
  });

  test('administrators see why a list or a merchant cannot be read, and are signed out when refused', async ({
    signedIn,
    provider,
  }) => {
    const merchantView = `/admin/merchants/${merchantId}`;
    const lists = 'There was an error fetching merchants, please sign in again.';
    const details = 'There was an error fetching merchant details, please sign in again.';
    for (const [call, status, address, toast] of [
      ['GET merchants', 401, '/admin', lists],
      ['GET merchants/{merchantId}', 401, merchantView, details],
      ['GET merchants/{merchantId}', 403, merchantView, details],
    ] as const) {
      const page = await signedIn(administrator);
      provider.fail(call, refusal(status, 'REFUSED', 'No'));
      await page.goto(address);
      await expect(page.getByText(toast)).toBeVisible();
      await expect(page).toHaveURL(/\/auth\/signin$/);
      provider.recover();
    }
    const page = await signedIn(administrator);
    const heard: string[] = [];
    page.on('console', (message) => heard.push(message.text()));
    for (const [call, address, failure, words] of [
      ['GET merchants', '/admin', 'Failed to fetch merchants', 'Stand-in Ltd'],
      ['GET merchants/{merchantId}', merchantView, 'Failed to fetch merchant details', 'Stand-in Ltd'],
    ] as const) {
      // Even the provider's message is not shown here: the specification defines this failure's text (§8).
      provider.fail(call, refusal(403, 'FORBIDDEN', 'Not to be shown'));
      if (call !== 'GET merchants') provider.fail(call, bare);
      await page.goto(address);
      await expect(page.getByText(usual)).toBeVisible();
      expect(heard.join('\n')).toContain(failure);
      provider.recover();
      await page.getByRole('button', { name: 'Try Again?' }).click();
      await expect(page.getByText(words).first()).toBeVisible();
    }
  });
});
