import { readFileSync } from 'node:fs';
import type { APIResponse, Browser, Locator, Page } from '@playwright/test';
import { closeOrder } from '#e2e/close-order.ts';
import { expect, test } from '#e2e/journey.ts';
import { createLink, expectAfterReload, payWithoutScript } from '#e2e/payment-link.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findBySituation } from '#e2e/sign-ins.ts';

const soon = { timeout: 2_000 };
/** The amount in a text, in pence or cents, with its sign. */
const pence = (text: string | null): number => {
  const [, sign = '', major = ''] = /([+−-]?)[£€]([\d,]+\.\d\d)/.exec(text ?? '') ?? [];
  return Math.round(Number(major.replaceAll(',', '')) * 100) * (sign === '−' || sign === '-' ? -1 : 1);
};
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const main = (page: Page) => page.getByRole('main');
const refunds = (page: Page) => page.getByRole('region', { name: 'Refunds', exact: true });
const account = (page: Page, currency: 'GBP' | 'EUR') =>
  page
    .getByRole('table', { name: `${currency} accounts` })
    .locator('tbody tr')
    .first();

/** Creates a link and pays it at the simulated bank until it is COMPLETED and its payment SETTLED; ends on the payment's page. */
async function takeByLink(page: Page, browser: Browser, wanted: { amount: string; currency?: 'EUR' }): Promise<void> {
  const link = await createLink(page, { ...wanted, description: `To the penny ${wanted.amount}` });
  const payer = await payWithoutScript(browser, link, 'Approve payment');
  await payer.context().close();
  const attempts = page.getByRole('table', { name: 'Attempts to pay this link' });
  await expectAfterReload(page, async () => {
    await expect(page.getByRole('status').getByText('Completed', { exact: true })).toBeVisible(soon);
    await expect(attempts.getByText('Settled', { exact: true })).toBeVisible(soon);
  });
  await attempts.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Payment of [£€]\d+\.\d\d$/);
}

/** Refunds the amount that `fill` enters, and waits until the account provider has processed it. */
async function refund(page: Page, sumText: string, fill: (dialog: Locator) => Promise<void>, done: number) {
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog');
  await fill(dialog);
  await dialog.getByRole('button', { name: `Refund ${sumText}` }).click();
  await closeOrder(page, `Refund of ${sumText} is on its way`);
  await expectAfterReload(page, () =>
    expect(refunds(page).getByText('Processed', { exact: true })).toHaveCount(done, soon),
  );
}

async function readBalance(page: Page): Promise<{ available: number; balance: number }> {
  await page.goto('/balances/overview');
  const cells = account(page, 'GBP')
    .getByText(/^£[\d,]+\.\d\d$/)
    .filter({ visible: true });
  await expect(cells).toHaveCount(2);
  const [available, balance] = await cells.allTextContents();
  return { available: pence(available ?? ''), balance: pence(balance ?? '') };
}

/** The lines of an account's statement as `kind amount`, newest first, with the opening and closing balances. */
async function readStatement(page: Page, currency: 'GBP' | 'EUR') {
  await page.goto('/balances/overview');
  await account(page, currency)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Statement' }).click();
  const rows = page.getByRole('table', { name: 'Statement' }).locator('tbody tr');
  const figure = (words: string) => page.locator('dl > div').filter({ hasText: words }).locator('dd').textContent();
  await expect(rows.first()).toContainText(/[£€]\d/);
  const lines = await rows.evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  );
  return {
    opening: pence(await figure('Opening balance')),
    in: pence(await figure('Money in')),
    out: pence(await figure('Money out')),
    closing: pence(await figure('Closing balance')),
    kinds: lines.map(([, kind]) => kind),
    amounts: lines.map((cells) => pence(cells[4] ?? '')),
    balances: lines.map((cells) => pence(cells[5] ?? '')),
  };
}

/** Calls the API directly, with the portal's session. */
async function ask(page: Page, path: string): Promise<APIResponse> {
  const token = await page.evaluate(() => localStorage.getItem('v_accessToken_v1'));
  return page.request.get(`/sandbox/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
}

/** The lines of an export by column name; none of these cells contains a comma. */
function readLines(csv: string): Record<string, string>[] {
  const [header = '', ...lines] = csv.trim().split('\r\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])));
}

interface Sum {
  currency: string;
  amount: number;
  count: number;
}
type Status = Sum & { paymentStatus: string };
const byCurrency = (sums: Sum[]) =>
  Object.fromEntries(sums.map(({ currency, amount, count }) => [currency, [count, Math.round(amount * 100)]]));

test('all screens, statements, summaries and exports of a merchant’s day agree to the penny', async ({
  page,
  browser,
}) => {
  await signIn(page, findBySituation('without payments'));

  await takeByLink(page, browser, { amount: '0.30' });
  await refund(page, '£0.10', (dialog) => dialog.getByLabel('Amount').fill('0.10'), 1);
  await refund(page, '£0.20', (dialog) => dialog.getByRole('button', { name: 'Use £0.20' }).click(), 2);
  await expect(refunds(page).getByText('£0.30 of £0.30')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund…' })).toHaveAccessibleDescription('Refunded in full');
  expect(await readBalance(page)).toEqual({ available: 0, balance: 0 });

  await takeByLink(page, browser, { amount: '40.00' });
  expect(await readBalance(page)).toEqual({ available: 4000, balance: 4000 });
  await account(page, 'GBP').getByRole('button', { name: 'Pay out…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Use £/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay out £40.00' }).click();
  await closeOrder(page, 'Payout of £40.00 is on its way');
  await page.goto('/payments/payout');
  const payouts = page.getByRole('table', { name: 'Payouts' }).locator('tbody tr');
  await expectAfterReload(page, () => expect(payouts.first()).toContainText('Processed', soon));
  await expect(payouts).toHaveCount(1);
  await expect(payouts).toContainText('£40.00');

  await takeByLink(page, browser, { amount: '25.00', currency: 'EUR' });
  await page.goto('/exchange');
  const euros = page.getByLabel('From').locator('option', { hasText: 'EUR' });
  await page.getByLabel('From').selectOption((await euros.getAttribute('value')) ?? '');
  await page.getByLabel('You sell').fill('25.00');
  await page.getByRole('button', { name: 'Get a quote' }).click();
  const confirm = page.getByRole('button', { name: 'Exchange €25.00' });
  await expect(confirm).toBeVisible();
  const bought = pence(`£${await page.getByLabel('You get').inputValue()}`);
  await confirm.click();
  await expect(page.getByRole('table', { name: 'Exchanges' }).locator('tbody tr').first()).toContainText('€25.00');
  expect(bought).toBeGreaterThan(0);

  await test.step('balances and statements', async () => {
    expect(await readBalance(page)).toEqual({ available: bought, balance: bought });
    expect(await readStatement(page, 'GBP')).toEqual({
      opening: 0,
      in: 4030 + bought,
      out: 4030,
      closing: bought,
      kinds: ['Exchange', 'Payout', 'Pay-in', 'Refund', 'Refund', 'Pay-in'],
      amounts: [bought, -4000, 4000, -20, -10, 30],
      balances: [bought, 0, 4000, 0, 20, 30],
    });
    const euro = await readStatement(page, 'EUR');
    expect([euro.opening, euro.closing, sum(euro.amounts)]).toEqual([0, 0, 0]);
    expect(new Set(euro.kinds)).toEqual(new Set(['Exchange', 'Exchange fee', 'Pay-in']));
    expect(euro.amounts.toSorted((a, b) => a - b)).toEqual([-2497, -3, 2500]);
  });

  const taken = { GBP: [2, 4030], EUR: [1, 2500] };
  await test.step('list, summary, revenue and overview', async () => {
    await page.goto('/payments/payin?rows=100');
    const rows = main(page)
      .getByRole('table')
      .locator('tbody tr')
      .filter({ has: page.locator('a.row-link') });
    await expect(rows).toHaveCount(3, { timeout: 30_000 });
    expect((await rows.locator('td:nth-child(2)').allTextContents()).map(pence)).toEqual([2500, 4000, 30]);
    const { totals } = (await (await ask(page, 'payments/summary')).json()) as { totals: Status[] };
    expect(totals.map(({ paymentStatus }) => paymentStatus)).toEqual(['SETTLED', 'SETTLED']);
    expect(byCurrency(totals)).toEqual(taken);
    const revenue = (await (await ask(page, 'revenue?periodType=MONTH')).json()) as { items: Sum[] };
    expect(byCurrency(revenue.items)).toEqual(taken);
    await page.goto('/');
    for (const [currency, [, amount]] of Object.entries(taken)) {
      const tile = main(page).getByRole('group', { name: `Received in ${currency}` });
      await expect(tile).toContainText(/[£€]\d/);
      expect(pence(await tile.textContent())).toBe(amount);
    }
  });

  await test.step('exports', async () => {
    const payIns = readLines(await (await ask(page, 'payments/export')).text());
    expect(payIns.map((line) => [line['Status'], line['Currency'], line['Amount'], line['Refunded']])).toEqual([
      ['SETTLED', 'EUR', '25.00', '0.00'],
      ['SETTLED', 'GBP', '40.00', '0.00'],
      ['SETTLED', 'GBP', '0.30', '0.30'],
    ]);
    await page.goto('/payments/payout');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const out = readLines(readFileSync(await (await saved).path(), 'utf8'));
    expect(out.map((line) => [line['status'], line['currency'], line['amount']])).toEqual([
      ['PROCESSED', 'GBP', '40.00'],
    ]);
  });
});
