import type { Page } from '@playwright/test';
import { closeOrder } from '#e2e/close-order.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { prove } from '#e2e/prove.ts';

const settled = 'paymentStatuses=SETTLED&refundedFilter=NOT_REFUNDED&heldFilter=NOT_HELD';
const refundButton = (page: Page) => page.getByRole('button', { name: 'Refund…' });
const refunds = (page: Page) => page.getByRole('region', { name: 'Refunds', exact: true });

/** Journeys run in parallel, so each uses payments from its own range of amounts. */
async function openRefundable(page: Page, from: number, to: number, currency = 'GBP'): Promise<string> {
  await page.goto(
    `/payments/payin?${settled}&currencies=${currency}&from=2025-01-01&to=2030-01-01&rows=100&amountFrom=${from}&amountTo=${to}`,
  );
  const rows = page.locator('tbody tr', { hasNotText: 'Returned' }).filter({ has: page.locator('a.row-link') });
  await rows.first().locator('a.row-link').click();
  await expect(refundButton(page)).toBeVisible();
  const amount = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  return amount.replace('Payment of ', '');
}

/** Reloads the payment until the account provider has processed its refund. */
async function untilProcessed(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(refunds(page).getByText('Processed', { exact: true })).toHaveCount(count, { timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
}

test.describe('an editor', () => {
  test.use({ role: 'MERCHANT_EDITOR' });

  test('refunds a part and then exactly the rest, each sent once', { tag: '@journey' }, async ({ page }) => {
    // The account provider processes two refunds, one after the other.
    test.slow();
    const amount = await openRefundable(page, 20, 60);
    await refundButton(page).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(`${amount} of ${amount} can be refunded`)).toBeVisible();
    await dialog.getByLabel('Amount').fill('1.10');
    await dialog.getByLabel('Reference').fill('RETURN-119');
    await dialog.getByRole('button', { name: 'Refund £1.10' }).dblclick();
    await expect(dialog.getByText('Sending the refund to the bank…')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Refund of £1.10 is on its way')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(refunds(page).getByRole('row').filter({ hasText: '£1.10' })).toHaveCount(1);
    await expect(refundButton(page)).toHaveAccessibleDescription('A refund is on its way');
    await expect(refundButton(page)).toBeFocused();
    await untilProcessed(page, 1);

    await refundButton(page).click();
    const rest = (Number(amount.replace(/[£,]/g, '')) * 100 - 110) / 100;
    await dialog.getByRole('button', { name: `Use £${rest.toFixed(2)}` }).click();
    await dialog.getByRole('button', { name: `Refund £${rest.toFixed(2)}` }).click();
    await closeOrder(page, `Refund of £${rest.toFixed(2)} is on its way`);
    await untilProcessed(page, 2);
    await expect(refunds(page).getByText(`${amount} of ${amount}`)).toBeVisible();
    await expect(refundButton(page)).toHaveAccessibleDescription('Refunded in full');
  });

  test('sees a refusal in the provider’s words, and keeps the typed input', async ({ page }) => {
    await openRefundable(page, 70, 200);
    await refundButton(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('66.01');
    await dialog.getByLabel('Reference').fill('RETURN-120');
    await dialog.getByRole('button', { name: 'Refund £66.01' }).click();
    const refusal = dialog.getByRole('alert');
    await expect(refusal).toContainText('The destination account cannot receive payments');
    await expect(refusal).toContainText(/refused\. Nothing was refunded\. Trace [0-9a-f]{16}/);
    await expect(dialog.getByLabel('Amount')).toHaveValue('66.01');
    await expect(dialog.getByLabel('Reference')).toHaveValue('RETURN-120');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test('refunds an amount typed with a decimal comma', { tag: '@journey' }, async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/refunds')) sent.push(request.postData() ?? '');
    });
    await openRefundable(page, 60, 70);
    await refundButton(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('12,50');
    await dialog.getByLabel('Reference').fill('RETURN-125');
    await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription('= £12.50');
    await dialog.getByRole('button', { name: 'Refund £12.50' }).click();
    await closeOrder(page, 'Refund of £12.50 is on its way');
    await expect(refunds(page).getByRole('row').filter({ hasText: '£12.50' })).toHaveCount(1);
    expect(sent.map((body) => JSON.parse(body).refundPaymentAmount)).toEqual([12.5]);
  });

  test('sees immediately what is invalid: too much, zero, no amount, a character that banks do not accept', async ({
    page,
  }) => {
    const amount = await openRefundable(page, 200, 300);
    const excess = `£${((999_999 - Number(amount.replace(/[£,]/g, '')) * 100) / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;
    await refundButton(page).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: /^Refund/ });
    for (const [typed, sentence] of [
      ['', 'Enter an amount such as 12.50'],
      ['0.00', 'Must be at least 0.01'],
      ['12.505', 'Is this £12,505.00 or £12.50? Write 12505 or 12.50.'],
      ['€12', 'This amount is in GBP. Write it without €.'],
    ] as const) {
      await dialog.getByLabel('Amount').fill(typed);
      await send.click();
      await expect(dialog.getByText(sentence)).toBeVisible();
    }
    // Too much is reported while typing, and the submit button is focusable but disabled.
    await dialog.getByLabel('Amount').fill('9.999,99');
    const tooMuch = `${excess} too much. The payment was ${amount}.`;
    await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(`= £9,999.99 ${tooMuch}`);
    const off = dialog.getByRole('button', { name: 'Refund £9,999.99' });
    await off.focus();
    await expect(off).toBeFocused();
    await expect(off).toHaveAccessibleDescription(tooMuch);
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await dialog.getByLabel('Reference').fill('50 % off');
    await dialog.getByRole('button', { name: `Use ${amount}` }).click();
    await send.click();
    await expect(dialog.getByText('Contains a character that banks do not accept')).toBeVisible();
  });

  test('makes a step-up before a large refund in the same dialog, and continues', async ({ page, noise }) => {
    noise.allow(/400|403|answered/);
    // In euros, because the daily limit without a step-up is per currency, and other journeys refund pounds.
    await openRefundable(page, 1010, 9000, 'EUR');
    await refundButton(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('1,000.01');
    await dialog.getByLabel('Reference').fill('RETURN-121');
    await dialog.getByRole('button', { name: 'Refund €1,000.01' }).click();
    const password = dialog.getByLabel('Password', { exact: true });
    await password.fill('not it');
    await dialog.getByRole('button', { name: 'Refund €1,000.01' }).click();
    await expect(dialog.getByText('That password is incorrect.')).toBeVisible();
    await prove(dialog, 'Refund €1,000.01');
    await closeOrder(page, 'Refund of €1,000.01 is on its way');
    await expect(refunds(page).getByText('RETURN-121')).toBeVisible();
  });

  test('starts a refund from a row of the list', async ({ page }) => {
    await page.goto(
      `/payments/payin?${settled}&currencies=GBP&from=2025-01-01&to=2030-01-01&amountFrom=300&amountTo=400`,
    );
    const row = page.locator('tbody tr', { hasNotText: 'Returned' }).filter({ has: page.locator('a.row-link') });
    await row.first().getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Refund…' }).click();
    await expect(page.getByRole('dialog').getByLabel('Amount')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('a viewer', () => {
  test.use({ role: 'MERCHANT_VIEWER' });

  test('sees refund actions and why they are disabled, in the list, on the page and for payouts', async ({ page }) => {
    await page.goto(`/payments/payin?${settled}`);
    await page.getByRole('button', { name: 'Actions' }).first().click();
    await expect(page.getByRole('menuitem', { name: 'Copy id' })).toBeVisible();
    await expect(
      page.getByRole('menuitem', { name: 'Refund… You don’t have permission to move money' }),
    ).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await page.locator('tbody a.row-link').first().click();
    await expect(page.getByRole('button', { name: 'JSON' })).toBeVisible();
    await expect(refundButton(page)).toHaveAccessibleDescription('You don’t have permission to move money');
    await page.goto('/payments/payout');
    const payOut = page.getByRole('button', { name: 'Make payout…' });
    await expect(payOut).toHaveAccessibleDescription('You don’t have permission to move money');
  });
});

test.describe('a read-only administrator', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });

  test('sees the refund action, and why it is disabled', async ({ page }) => {
    await page.goto(`/admin/payments?${settled}`);
    await page.locator('tbody a.row-link').first().click();
    await expect(refundButton(page)).toHaveAccessibleDescription('You have read-only access');
    await refundButton(page).click({ force: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('sees from which merchant’s money a refund is paid', async ({ page }) => {
    await page.goto(`/admin/payments?${settled}&from=2025-01-01&to=2030-01-01&sort=created-asc`);
    const row = page.locator('tbody tr', { hasNotText: 'Returned' }).filter({ has: page.locator('a.row-link') });
    await row.first().locator('a.row-link').click();
    await expect(refundButton(page)).toBeVisible();
    await refundButton(page).click();
    const owner = page
      .getByRole('dialog')
      .getByText(/from the account of/)
      .locator('bdi')
      .last();
    await expect(owner).not.toBeEmpty();
    const name = (await owner.textContent()) ?? '';
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText(name);
  });
});
