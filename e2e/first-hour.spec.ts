import type { Locator, Page } from '@playwright/test';
import { closeOrder } from '#e2e/close-order.ts';
import { expect, goTo, test } from '#e2e/journey.ts';
import { expectAfterReload, fillInLink, payWithoutScript } from '#e2e/payment-link.ts';
import { chooseFirstPassword, signUp } from '#e2e/sign-up.ts';

const password = 'seven kites over the harbour';
const step = (page: Page, name: string) =>
  page.getByRole('region', { name: 'First steps' }).getByRole('link', { name, exact: true });
const rows = (page: Page) => page.locator('tbody tr').filter({ has: page.locator('a.row-link') });

/** Opens the form of a first step on the overview. */
async function beginStep(page: Page, name: string): Promise<Locator> {
  await goTo(page, 'Overview');
  await step(page, name).click();
  return page.getByRole('dialog');
}

/** Presses a button of the dialog, and types the password where the dialog asks for it. */
async function confirm(dialog: Locator, action: string, done: Locator): Promise<void> {
  const field = dialog.getByLabel('Password', { exact: true });
  await dialog.getByRole('button', { name: action }).click();
  await expect(field.or(done)).toBeVisible();
  if (await done.isVisible()) return;
  await field.fill(password);
  await dialog.getByRole('button', { name: action }).click();
  await expect(done).toBeVisible();
}

/** Rotates the primary key, whose new value the dialog shows, while the server uses the secondary one. */
async function rotateKeys(page: Page, dialog: Locator): Promise<void> {
  const value = dialog.getByLabel('The new key');
  const keep = async () => {
    const key = await value.inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    return key;
  };
  const old = await keep();
  await page.getByRole('button', { name: 'Create the secondary key…' }).click();
  await confirm(dialog, 'Create the secondary key', value);
  const other = await keep();
  const copied = page.getByText('Application id', { exact: true }).locator('xpath=following-sibling::*[1]');
  const applicationId = (await copied.textContent())?.trim() ?? '';
  const use = async (key: string) => {
    const headers = { 'x-application-id': applicationId, 'x-application-secret': key };
    return (await page.request.get('/sandbox/api/keys/self', { headers })).status();
  };
  const reset = page.getByRole('button', { name: 'Reset the primary key…' });
  await reset.click();
  await expect(dialog).toContainText('The secondary key keeps working, but has never been used');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect([await use(old), await use(other)]).toEqual([200, 200]);
  await reset.click();
  await expect(dialog).toContainText(/The secondary key keeps working\. It was last used on \d/);
  await confirm(dialog, 'Reset the primary key', value);
  const fresh = await keep();
  expect([await use(old), await use(other), await use(fresh)]).toEqual([401, 200, 200]);
}

test('twelve tasks are done in the first hour, from a sign-up and with nothing but what the screens show', async ({
  page,
  browser,
  noise,
}) => {
  test.slow();
  noise.allow(/403|answered/);
  const email = `first-hour-${Date.now()}@kite.example`;
  await test.step('1. signs up from the sign-in page', () => signUp(page, email));
  await test.step('2. chooses the first password, which signs in', () => chooseFirstPassword(page, email, password));
  await test.step('3. makes sample payments, which every empty screen offers', async () => {
    const offer = page.getByRole('main').getByRole('button', { name: 'Make sample payments' });
    for (const place of ['Pay-ins', 'Payouts', 'Balances']) {
      await goTo(page, place);
      await expect(offer).toBeVisible();
      await expect(page.getByRole('button', { name: 'Show last 90 days' })).toHaveCount(place === 'Payouts' ? 1 : 0);
    }
    await offer.click();
    await expect(page.getByText('20 sample payments are being made')).toBeVisible();
    await goTo(page, 'Pay-ins');
    await expectAfterReload(page, () =>
      expect(rows(page).filter({ hasText: 'Amelia Hughes' }).getByText('Settled')).toBeVisible({ timeout: 2_000 }),
    );
  });
  await test.step('4. finds a payment by its payer', async () => {
    await page.getByRole('searchbox', { name: 'Search pay-ins' }).fill('Amelia');
    await expect(rows(page)).toHaveCount(1);
    await rows(page).locator('a.row-link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment of £24.90');
  });
  await test.step('5. refunds it', async () => {
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use £24.90' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund £24.90' }).click();
    await closeOrder(page, 'Refund of £24.90 is on its way');
  });
  await test.step('6. pays out', async () => {
    await goTo(page, 'Payouts');
    await page.getByRole('link', { name: 'Make payout…' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('3.00');
    await page.getByRole('dialog').getByRole('button', { name: 'Pay out £3.00' }).click();
    await closeOrder(page, 'Payout of £3.00 is on its way');
  });
  await test.step('7. exchanges pounds for euros', async () => {
    await goTo(page, 'Exchange');
    await page.getByLabel('You sell').fill('1');
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page.getByRole('button', { name: 'Exchange £1.00' }).click();
    await expect(page.getByText(/^Exchanged £1\.00 for €/)).toBeVisible();
  });
  await test.step('8. reads the statement', async () => {
    await goTo(page, 'Balances');
    await page.getByRole('link', { name: 'Statement', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Statement');
    for (const kind of ['Payout', 'Exchange'])
      await expect(page.locator('tbody').getByText(kind).first()).toBeVisible();
  });
  await test.step('9. sets a webhook URL and sends a test event', async () => {
    await beginStep(page, 'Set a webhook URL');
    await page.getByLabel('Payments', { exact: true }).fill('https://shop.kite.example/hooks');
    await page.getByRole('button', { name: 'Save change' }).click();
    await confirm(page.getByRole('dialog'), 'Save change', page.getByText('Addresses saved'));
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send a payment event' }).click();
    await expect(page.getByRole('dialog', { name: 'Webhook delivery' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('10. creates a key', async () => {
    const dialog = await beginStep(page, 'Create an application key');
    await confirm(dialog, 'Create the primary key', dialog.getByLabel('The new key'));
    await rotateKeys(page, dialog);
  });
  await test.step('11. invites a user', async () => {
    const dialog = await beginStep(page, 'Invite your team');
    const invited = `bo-${email}`;
    await dialog.getByLabel('Email address').fill(invited);
    await dialog.getByLabel('Name').fill('Bo Kite');
    await dialog.getByRole('radio', { name: 'Merchant Viewer' }).check();
    await confirm(dialog, 'Send invitation', page.getByRole('row').filter({ hasText: invited }));
  });
  await test.step('12. creates a link, which is paid', async () => {
    await beginStep(page, 'Create a payment link');
    const link = await fillInLink(page, { amount: '8.40', description: 'A first kite' });
    await (await payWithoutScript(browser, link, 'Approve payment')).context().close();
    await expectAfterReload(page, () =>
      expect(page.getByRole('table', { name: 'Attempts to pay this link' }).getByText('Settled')).toBeVisible({
        timeout: 2_000,
      }),
    );
  });
  await goTo(page, 'Overview');
  await expect(page.getByText('5 of 6 done')).toBeVisible();
});
