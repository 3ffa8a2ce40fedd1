import type { Locator, Page } from '@playwright/test';
import { closeOrder } from '#e2e/close-order.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPersonal, goTo, test } from '#e2e/journey.ts';
import { prove } from '#e2e/prove.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, findBySituation } from '#e2e/sign-ins.ts';

const accounts = /payin-accounts-with-aggregated-balances/;
const pounds = (page: Page) => page.getByRole('table', { name: 'GBP accounts' }).locator('tbody tr').first();

async function openBalances(page: Page): Promise<void> {
  await page.goto('/balances');
  await expect(page).toHaveURL(/\/balances\/overview/);
  await expect(page.getByRole('heading', { level: 1, name: 'Balances' })).toBeVisible();
}

const rows = (page: Page) => page.getByRole('table', { name: 'Statement' }).locator('tbody tr');

async function openStatement(page: Page): Promise<void> {
  await pounds(page).getByRole('link', { name: 'Statement', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
  await expect(rows(page).first()).toContainText('£');
}

test.describe('a merchant administrator', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('shows the specified loading message, then pounds and why euros are not shown', async ({ page }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(accounts, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/balances/overview');
    await expect(page.getByText('Please wait. This may take up to 10 seconds.')).toBeVisible();
    release();
    await expect(
      pounds(page)
        .getByText(/^£[\d,]+\.\d\d$/)
        .filter({ visible: true }),
    ).toHaveCount(2);
    const euros = page.getByRole('table', { name: 'EUR accounts' });
    await expect(euros.getByText('Balances of EUR accounts are not shown').first()).toBeVisible();
    await expect(euros.getByText('€')).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 390);
    await expectNoSidewaysScroll(page, 320);
  });

  test('shows every account’s name and number in full on the narrowest phone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 844 });
    await openBalances(page);
    await expect(pounds(page).getByRole('link', { name: 'Statement', exact: true })).toBeVisible();
    const cut = await page
      .locator('tbody td[data-card=who] *')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
          .map((part) => part.textContent),
      );
    expect(cut).toEqual([]);
  });

  test('nothing in the payout dialog moves while the beneficiaries load', async ({ page }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/beneficiaries/, async (route) => {
      await held;
      await route.continue();
    });
    await openBalances(page);
    await pounds(page).getByRole('button', { name: 'Pay out…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Loading beneficiaries…')).toBeVisible();
    await expect(dialog.getByLabel('Amount')).toBeFocused();
    const top = async () => (await dialog.getByLabel('Amount').boundingBox())?.y ?? 0;
    const before = await top();
    release();
    await expect(dialog.getByText('Balance afterwards')).toBeVisible();
    expect(Math.abs((await top()) - before)).toBeLessThan(4);
  });

  test(
    'a payout shows in place that an amount is too high, names its account, is sent once and appears in the list',
    { tag: '@journey' },
    async ({ page }) => {
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
      const off = dialog.getByRole('button', { name: 'Pay out £99,999,999.00' });
      await expect(off).toHaveAccessibleDescription(/^£[\d,.]+ too much\. £[\d,.]+ is available\.$/);
      await expect(off).toHaveAttribute('aria-disabled', 'true');
      await dialog.getByLabel('Amount').press('Enter');
      expect(sent).toEqual([]);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: /^Use £/ }).click();
      await expect(dialog.getByText(/^It can’t be undone\. £0\.00 will be left available\./)).toBeVisible();
      await dialog.getByLabel('Amount').fill('1.23');
      await expect(dialog.getByText(/will be left/)).toHaveCount(0);
      await expect(dialog.getByLabel('To')).toContainText(/^Harbour & Bloom.* · 00-99-55 · 5577 9911/);
      await expect(dialog.getByRole('definition').filter({ hasText: 'Matches' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Pay out £1.23' }).dblclick();
      await closeOrder(page, 'Payout of £1.23 is on its way');
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatch(/^[0-9a-f-]{36}\{.*"amount":1.23/);
      await goTo(page, 'Payouts');
      await expect(page.locator('tbody tr').first()).toContainText('£1.23');
    },
  );

  test('a refused payout stays in the dialog with its trace id and the typed input', async ({ page, noise }) => {
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

  test('a schedule previews its next three runs before it is saved, and is stored', async ({ page, noise }) => {
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

/** Holds matching calls until the returned function is called. */
async function holdCalls(page: Page, pattern: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(pattern, async (route) => {
    await gate;
    await route.continue();
  });
  return () => letGo();
}

test.describe('a statement', () => {
  const figure = (page: Page, name: string) =>
    page.getByRole('main').locator('dl > div').filter({ hasText: name }).locator('dd > span').first();
  const pence = async (of: Locator) => {
    const [, sign = '', major = ''] = /([+−]?)£([\d,]+\.\d\d)/.exec((await of.textContent()) ?? '') ?? [];
    return Math.round(Number(major.replaceAll(',', '')) * 100) * (sign === '−' ? -1 : 1);
  };

  async function readFigures(page: Page) {
    const read = async (name: string) => {
      await expect(figure(page, name)).toContainText('£');
      return pence(figure(page, name));
    };
    return {
      opening: await read('Opening balance'),
      moneyIn: await read('Money in'),
      moneyOut: await read('Money out'),
      closing: await read('Closing balance'),
    };
  }

  async function readAll(file: AsyncIterable<Buffer>): Promise<string> {
    const parts: Buffer[] = [];
    for await (const part of file) parts.push(part);
    return Buffer.concat(parts).toString('latin1');
  }

  /** The amounts of a CSV file in pence: the fifth cell from the end, because the cells before it can contain commas. */
  const readAmounts = (csv: string): number[] =>
    csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Math.round(Number(line.split(',').at(-5)) * 100));

  test('has its own address and ends in the balance on the screen', async ({ page }) => {
    // No other journey moves money at this merchant.
    await signIn(page, findBySituation('30 applications'));
    await openBalances(page);
    const balance = await pence(pounds(page).locator('td').nth(2));
    await openStatement(page);
    const { opening, moneyIn, moneyOut, closing } = await readFigures(page);
    expect(closing).toBe(balance);
    expect(opening + moneyIn - moneyOut).toBe(balance);
    await expect(page).toHaveURL(/\/balances\/statement\/\d+\?/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 390);
    await expectNoSidewaysScroll(page, 320);
  });

  test(
    'of last month has figures, a CSV file, a PDF and a print view that agree to the penny',
    { tag: '@journey' },
    async ({ page }) => {
      await signIn(page, findByRole('MERCHANT_ADMIN'));
      await goTo(page, 'Balances');
      await openStatement(page);
      await readFigures(page);
      const held = await holdCalls(page, '**/statement?*');
      await page.getByRole('button', { name: /^Period/ }).click();
      await page.getByRole('button', { name: 'Last month', exact: true }).click();
      await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/);
      // Figures of the previous period must not be shown for this one.
      await expect(figure(page, 'Opening balance')).not.toContainText('£');
      held();
      await expect(page.getByText('Balance brought forward from page 2')).toBeVisible();
      const { opening, moneyIn, moneyOut, closing } = await readFigures(page);
      expect(opening + moneyIn - moneyOut).toBe(closing);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ]);
      const amounts = readAmounts(await readAll(await file.createReadStream()));
      const sum = (of: number[]) => of.reduce((so, each) => so + each, 0);
      expect(sum(amounts.filter((each) => each > 0))).toBe(moneyIn);
      expect(sum(amounts)).toBe(closing - opening);
      const [pdf] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'PDF' }).click(),
      ]);
      expect(pdf.suggestedFilename()).toMatch(/^statement-GBP-\d+_\d{4}-\d\d-01_[\d-]{10}_UTC\.pdf$/);
      expect(await readAll(await pdf.createReadStream())).toMatch(/^%PDF-1\.7/);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('term').filter({ hasText: 'Closing balance' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'PDF' })).toHaveCount(0);
      // Only pay-ins, because not every payer's name is known.
      await expectPersonal(page, rows(page).filter({ hasText: 'Pay-in' }).locator('td:nth-child(3) bdi').first());
      await page.emulateMedia({ media: null });
    },
  );

  test('is saved as a PDF of the chosen days; a long period or a refusal shows a message in the page', async ({
    page,
    noise,
  }) => {
    noise.allow(/answered 429|status of 429/);
    await signIn(page, findBySituation('30 applications'));
    await openBalances(page);
    await openStatement(page);
    const pdf = page.getByRole('button', { name: 'PDF' });
    const [saved] = await Promise.all([page.waitForEvent('download'), pdf.click()]);
    expect(saved.suggestedFilename()).toMatch(/^statement-GBP-\d+_[\d-]{10}_[\d-]{10}_UTC\.pdf$/);
    expect(await readAll(await saved.createReadStream())).toMatch(/^%PDF-1\.7/);
    await expect(page.getByText('Saved the PDF')).toBeVisible();
    await page.route('**/statement/document?*', (route) =>
      route.fulfill({
        status: 429,
        json: {
          statusCode: 429,
          statusName: 'TOO_MANY_REQUESTS',
          errorMessage: 'Your other documents are still being made.',
          source: 'VOLUME',
          traceId: '0123456789abcdef',
        },
      }),
    );
    await pdf.click();
    await expect(page.getByText('Your other documents are still being made.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/statement/document?*');
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Retry' }).click()]);
    await expect(page.getByText('Nothing was saved.')).toBeHidden();
    await page.route('**/statement?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), totalElements: 5_001 } });
    });
    await page.reload();
    await expect(pdf).toHaveAccessibleDescription('A PDF holds 5,000 lines: choose a shorter period, or export it');
  });

  test('brings a balance forward on every page but the last, which starts with the opening balance', async ({
    page,
  }) => {
    await signIn(page, findByRole('MERCHANT_ADMIN'));
    await openBalances(page);
    await openStatement(page);
    // Past days, so that other journeys add nothing to them.
    const address = new URL(page.url());
    address.searchParams.set('from', '2020-01-01');
    address.searchParams.set('to', new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
    await page.goto(address.href);
    const under = page.getByText('Balance brought forward from page 2').locator('..');
    const forward = await pence(under);
    await expect(page.locator('p').filter({ hasText: /^Opening balance/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText('Balance brought forward from page 3')).toBeVisible();
    expect(await pence(rows(page).first().locator('td').last())).toBe(forward);
    await page.getByRole('button', { name: 'Last page' }).click();
    const begin = page.locator('p').filter({ hasText: /^Opening balance/ });
    await expect(begin).toBeVisible();
    await expect(page.getByText(/brought forward/)).toHaveCount(0);
    expect(await pence(begin)).toBe(await pence(figure(page, 'Opening balance')));
    await page.reload();
    await expect(begin).toBeVisible();
  });
});

test.describe('a viewer', () => {
  test.use({ role: 'MERCHANT_VIEWER' });

  test('sees the balances and why paying out and exchanging are disabled', async ({ page }) => {
    await openBalances(page);
    const button = pounds(page).getByRole('button', { name: 'Pay out…' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription('You don’t have permission to move money');
    await button.click({ force: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // Shown before anything is typed, and also on a phone, where there is no hover.
    await page.goto('/exchange');
    await expect(page.getByRole('status').filter({ hasText: 'You don’t have permission to move money' })).toBeVisible();
    await expect(page.getByLabel('You sell')).not.toBeEditable();
    await expectNoSidewaysScroll(page);
  });

  test('subscribes to monthly statements by email and unsubscribes', async ({ page, noise }) => {
    noise.allow(/answered 503|status of 503/);
    await openBalances(page);
    await openStatement(page);
    const open = () => page.getByRole('button', { name: 'Monthly email' }).click();
    const wish = page.getByRole('switch', { name: 'Email me each month’s statement' });
    await open();
    await expect(wish).not.toBeChecked();
    await expect(page.getByText(/^To .+, on the morning after the month ends/)).toBeVisible();
    await wish.press('Space');
    await expect(wish).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(wish).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Monthly email' })).toBeFocused();
    await page.reload();
    await open();
    await expect(wish).toBeChecked();
    // A refused change shows a message, and the switch shows the stored state.
    await page.route('**/statement/mail', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await wish.click();
    await expect(page.getByText('It is still on.')).toBeVisible();
    await expect(wish).toBeChecked();
    await wish.click();
    await expect(wish).not.toBeChecked();
    await expect(page.getByText('It is still on.')).toHaveCount(0);
    await expectNoSidewaysScroll(page, 390);
  });
});
