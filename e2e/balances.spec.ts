import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { prove } from '#e2e/prove.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findBySituation } from '#e2e/sign-ins.ts';

const accounts = /payin-accounts-with-aggregated-balances/;
const pounds = (page: Page) => page.getByRole('table', { name: 'GBP accounts' }).locator('tbody tr').first();

async function openBalances(page: Page): Promise<void> {
  await page.goto('/balances');
  await expect(page).toHaveURL(/\/balances\/overview/);
  await expect(page.getByRole('heading', { level: 1, name: 'Balances' })).toBeVisible();
}

test.describe('a merchant administrator', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('waits in the specified sentence, then sees pounds and why euros are not shown', async ({ page }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(accounts, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/balances/overview');
    await expect(page.getByText('Please wait. This may take up to 10 seconds.')).toBeVisible();
    release();
    await expect(pounds(page).getByText(/^£[\d,]+\.\d\d$/)).toHaveCount(2);
    const euros = page.getByRole('table', { name: 'EUR accounts' });
    await expect(euros.getByText('Balances of EUR accounts are not shown').first()).toBeVisible();
    await expect(euros.getByText('€')).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 390);
    await expectNoSidewaysScroll(page, 320);
  });

  test('a payout: too much is said in place, the rest leaves once and the list knows it', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/payouts')) {
        sent.push((request.headers()['idempotency-key'] ?? '') + (request.postData() ?? ''));
      }
    });
    await openBalances(page);
    await pounds(page).getByRole('button', { name: 'Pay out…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('99999999');
    await dialog.getByRole('button', { name: 'Pay out £99,999,999.00' }).click();
    await expect(dialog.getByText(/Only £/)).toBeVisible();
    expect(sent).toEqual([]);
    await expectAccessible(page);
    await dialog.getByLabel('Amount').fill('1.23');
    await dialog.getByRole('button', { name: 'Pay out £1.23' }).dblclick();
    await expect(page.getByText('Payout of £1.23 is on its way')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/^[0-9a-f-]{36}\{.*"amount":1.23/);
    await page.getByRole('link', { name: 'Payouts', exact: true }).click();
    await expect(page.locator('tbody tr').first()).toContainText('£1.23');
  });

  test('a refusal stays in the dialog with its trace, and with what was typed', async ({ page, noise }) => {
    noise.allow(/422|answered/);
    const problem = {
      statusCode: 422,
      statusName: 'UNPROCESSABLE_ENTITY',
      source: 'VOLUME',
      traceId: '0123456789abcdef',
    };
    await page.route(/\/payouts$/, (route) =>
      route.fulfill({ status: 422, json: { ...problem, errorMessage: 'The available balance is too low.' } }),
    );
    await openBalances(page);
    await pounds(page).getByRole('button', { name: 'Pay out…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('2.50');
    await dialog.getByRole('button', { name: 'Pay out £2.50' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The available balance is too low.');
    await expect(dialog.getByRole('alert')).toContainText('0123456789abcdef');
    await expect(dialog.getByLabel('Amount')).toHaveValue('2.50');
  });

  test('a schedule tells its next three runs before it is saved, and is kept', async ({ page, noise }) => {
    noise.allow(/403|answered/);
    await openBalances(page);
    const open = async () => {
      await pounds(page)
        .getByRole('button', { name: /^More for/ })
        .click();
      await page.getByRole('menuitem', { name: 'Payout schedule' }).click();
    };
    await open();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Monthly' }).click();
    await dialog.getByLabel('On day').selectOption('28');
    await dialog.getByLabel('Time, UTC').fill('07:30');
    await expect(dialog.getByRole('listitem')).toHaveText([/^28 .*07:30 UTC$/, /^28 .*07:30 UTC$/, /^28 .*07:30 UTC$/]);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await prove(dialog, 'Save schedule');
    await expect(page.getByText('The schedule is on')).toBeVisible();
    await open();
    await expect(dialog.getByLabel('Time, UTC')).toHaveValue('07:30');
  });
});

test('the statement ends in the balance that stands on the screen', async ({ page }) => {
  // Where no other journey moves money meanwhile.
  await signIn(page, findBySituation('30 applications'));
  await openBalances(page);
  const balance = (await pounds(page).locator('td').nth(2).textContent()) ?? '';
  await pounds(page)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Statement' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Closing balance').locator('..')).toContainText(balance);
  await expect(dialog.getByText('Opening balance').locator('..')).toContainText('£');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
});

test.describe('a viewer', () => {
  test.use({ role: 'MERCHANT_VIEWER' });

  test('sees the balances and why nothing can be paid out or exchanged', async ({ page }) => {
    await openBalances(page);
    const button = pounds(page).getByRole('button', { name: 'Pay out…' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription('You don’t have permission to move money');
    await button.click({ force: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // Told before anything is typed in vain, and on a phone too, where nothing hovers.
    await page.goto('/exchange');
    await expect(page.getByRole('status').filter({ hasText: 'You don’t have permission to move money' })).toBeVisible();
    await expect(page.getByLabel('You sell')).not.toBeEditable();
    await expectNoSidewaysScroll(page);
  });
});
