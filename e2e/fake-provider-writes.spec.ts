import { refusal } from '#e2e/fake-provider/answers.ts';
import { expect, test } from '#e2e/fake-provider/provider-test.ts';
import { paymentId } from '#e2e/fake-provider/world-of-payments.ts';
import { accounts } from '#e2e/fake-provider/world.ts';

const everything = { authorities: ['VIEW_ONLY', 'PAY_BY_LINK', 'EDIT_SETTINGS', 'ACCOUNT_ADMIN'] };
const ok = (body: unknown) => ({ status: 200, body });

// The fake provider answers writes with an empty body, which counts as success (contract §9 Shapes).
test.describe('writes at a deployment that only knows the specification', () => {
  test('money is paid out, refunded and requested, with a step-up in between', async ({
    signedIn,
    provider,
    noise,
  }) => {
    noise.allow(/403|answered/);
    const page = await signedIn(everything);
    const dialog = page.getByRole('dialog');
    await test.step('a payout', async () => {
      await page.goto('/balances/overview');
      await page.getByRole('button', { name: 'Pay out…' }).click();
      await expect(dialog.getByLabel('To')).toHaveText(/Beneficiary 0/);
      await dialog.getByLabel('Amount').fill('1.10');
      await dialog.getByRole('button', { name: 'Pay out £1.10' }).click();
      await expect(page.getByText('Payout of £1.10 is on its way')).toBeVisible();
      await expect(dialog).toHaveCount(0);
    });
    await test.step('a refund, after a step-up', async () => {
      provider.fail('POST payments/{paymentId}/refunds', refusal(403, 'STEP_UP_REQUIRED', 'Prove who you are'));
      await page.goto(`/payments/${paymentId}`);
      await page.getByRole('button', { name: 'Refund…' }).click();
      await dialog.getByLabel('Amount').fill('2.20');
      await dialog.getByRole('button', { name: 'Refund £2.20' }).click();
      await dialog.getByLabel('Password', { exact: true }).fill('the-password');
      provider.recover();
      const proof = { stepUpToken: 'proof-1', expiresAtUtc: '2099-01-01T00:00:00.000' };
      provider.fail('POST accounts/self/step-up', ok(proof));
      const sent = page.waitForRequest((request) => request.url().endsWith('/refunds'));
      await dialog.getByRole('button', { name: 'Refund £2.20' }).click();
      expect((await sent).headers()['x-step-up']).toBe('proof-1');
      await expect(page.getByText('Refund of £2.20 is on its way')).toBeVisible();
      await expect(dialog).toHaveCount(0);
    });
    await test.step('a payment link', async () => {
      await page.goto('/pay-by-link');
      await page.getByRole('button', { name: 'Create link' }).click();
      await dialog.getByLabel('Amount').fill('3.30');
      await dialog.getByLabel('Description').fill('Bouquet');
      await dialog.getByRole('button', { name: 'Create link for £3.30' }).click();
      await expect(page.getByText('Payment link created')).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('table', { name: 'Payment links' })).toContainText('£5.00');
    });
  });

  test('users are added after a step-up, changed, disabled and enabled', async ({ signedIn, provider, noise }) => {
    noise.allow(/403|answered/);
    const [self, otto] = accounts;
    const wren = { ...self, userId: 'wren-1', email: 'wren@fake-provider.example', name: 'Wren', enabled: false };
    const page = await signedIn(everything);
    provider.fail('GET merchants/{merchantId}/accounts', ok([self, otto, wren]));
    const dialog = page.getByRole('dialog');
    const choose = async (email: string, line: string): Promise<void> => {
      const row = page.getByRole('row').filter({ hasText: email });
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: line }).click();
    };
    await page.goto('/settings/users');
    await page.getByRole('button', { name: 'Add user' }).click();
    await dialog.getByLabel('Email address').fill('hazel@fake-provider.example');
    await dialog.getByRole('radio', { name: 'Merchant Viewer' }).check();
    provider.fail('POST merchants/{merchantId}/accounts', refusal(403, 'STEP_UP_REQUIRED', 'Prove who you are'));
    provider.fail(
      'POST accounts/self/step-up',
      ok({ stepUpToken: 'proof-2', expiresAtUtc: '2099-01-01T00:00:00.000' }),
    );
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill('the-password');
    provider.fail('POST merchants/{merchantId}/accounts', ok(undefined));
    const added = page.waitForRequest((request) => request.url().endsWith('/accounts') && request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    expect((await added).headers()['x-step-up']).toBe('proof-2');
    await expect(page.getByText('Invitation sent')).toBeVisible();
    await choose('otto@', 'Edit…');
    await dialog.getByLabel('Name').fill('Otto Standing');
    // The provider did not require a step-up for this call, so it must not receive one.
    const changed = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    expect((await changed).headers()).not.toHaveProperty('x-step-up');
    await expect(page.getByText('User updated')).toBeVisible();
    await choose('otto@', 'Disable…');
    await dialog.getByRole('button', { name: /^Disable/ }).click();
    await expect(page.getByText('User disabled')).toBeVisible();
    await choose('wren@', 'Enable…');
    await dialog.getByRole('button', { name: /^Enable/ }).click();
    await expect(page.getByText('User enabled')).toBeVisible();
  });

  test('addresses and notifications are set, and sign-out is sent', async ({ signedIn, provider }) => {
    const page = await signedIn(everything);
    await page.goto('/settings/webhooks-callbacks');
    await page.getByLabel('Cancel URL').fill('https://shop.example/basket');
    await page.getByRole('button', { name: 'Save change' }).click();
    await expect(page.getByText('Addresses saved')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(6);
    await page.goto('/settings/notifications');
    const path = 'PUT merchants/{merchantId}/applications/{applicationId}/external-payment';
    for (const [name, call] of [
      ['Send an email', `${path}/send-email`],
      ['Call the payment webhook', `${path}/send-webhook`],
    ] as const) {
      await page.getByRole('switch', { name }).click();
      await expect.poll(() => provider.came).toContain(call);
    }
    await page.getByRole('button', { name: /^You: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/auth\/signin/);
    // Sign-out does not wait for the response.
    await expect.poll(() => provider.came).toContain('POST accounts/self/sign-out');
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /Token|email|merchantId/i.test(key))),
    ).toEqual([]);
  });
});
