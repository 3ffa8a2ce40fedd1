import type { Page } from '@playwright/test';
import { closeOrder } from '#e2e/close-order.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test, waitUntilLoaded } from '#e2e/journey.ts';
import { adminScreens, merchantScreens } from '#proofs/screen-paths.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Pay-ins' }).locator('tbody tr');

/** Names a person that occurs in no API response. */
const noted = 'Mrs Canary rang about it';

/** Turns privacy mode on with the keyboard. */
async function hide(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('v');
  await expect(page.locator('html')).toHaveAttribute('data-veil', 'on');
}

/** Calls the API directly, with the portal's session. */
async function ask(page: Page, path: string): Promise<unknown> {
  const [token, merchantId] = await page.evaluate(() => [
    localStorage.getItem('v_accessToken_v1'),
    localStorage.getItem('v_merchantId_v1'),
  ]);
  const answer = await page.request.get(`/sandbox/api/${path.replace('{merchantId}', merchantId ?? '')}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.ok() ? answer.json() : null;
}

/** Full names, emails and account numbers in a response, found by this test's own list of fields. */
function personalIn(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(personalIn);
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) => {
    if (typeof value !== 'string') return key === 'applications' ? [] : personalIn(value);
    const isPersonal =
      /@/.test(value) ||
      (key === 'name' && / /.test(value) && !('institutionId' in answer)) ||
      ['accountNumber', 'iban', 'sortCode', 'accountIdentifier'].includes(key);
    return isPersonal && value.length > 4 ? [value] : [];
  });
}

/** The values that the page shows, has in its tooltips or exposes to screen readers. Spaces and hyphens are ignored. */
const exposed = (page: Page, values: string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const plain = (text: string) => text.replaceAll(/[\s\-·\u2068\u2069]/g, '');
    const shown: string[] = [document.title];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (!parent || parent.closest('script,style,option')) continue;
      const { visibility, display } = getComputedStyle(parent);
      if (visibility === 'hidden' || display === 'none') continue;
      shown.push(texts.currentNode.nodeValue ?? '');
    }
    for (const each of document.querySelectorAll('*')) {
      for (const name of ['title', 'aria-label', 'alt', 'placeholder']) shown.push(each.getAttribute(name) ?? '');
      if (!(each instanceof HTMLInputElement || each instanceof HTMLSelectElement)) continue;
      const text = each instanceof HTMLSelectElement ? (each.selectedOptions[0]?.text ?? '') : each.value;
      if (!getComputedStyle(each).color.endsWith(', 0)')) shown.push(text);
    }
    const all = shown.map(plain).join('\n');
    return wanted.filter((value) => all.includes(plain(value)));
  }, values);

async function expectHidden(page: Page, screens: readonly string[], values: string[]): Promise<void> {
  for (const address of screens) {
    await page.goto(address);
    await waitUntilLoaded(page);
    await expect(page.locator('html')).toHaveAttribute('data-veil', 'on');
    // A hundred rows take seconds to be laid out for print, and a page that was just rendered can be read before its marks.
    for (const media of ['print', 'screen'] as const) {
      await page.emulateMedia({ media });
      await expect.poll(() => exposed(page, values), { message: `${address}, ${media}`, timeout: 10_000 }).toEqual([]);
    }
  }
}

test.describe('a merchant administrator', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('no screen shows a person, an account number or an email, also in labels, while they are hidden', async ({
    page,
  }) => {
    test.slow();
    await page.goto('/payments/payin?rows=100');
    await expect(rows(page).first().getByRole('link')).toBeVisible();
    const answers = await Promise.all([
      ask(page, 'payments?size=100&sort=createdAt,desc&includeNewPayments=true'),
      ask(page, 'merchants/{merchantId}/accounts'),
      ask(page, 'accounts/self'),
      ask(page, 'merchants/{merchantId}/approvals'),
      ask(page, 'merchants/{merchantId}/shared-views/pay-ins'),
    ]);
    const values = [...new Set(answers.flatMap(personalIn))];
    // The control: these values are visible without privacy mode.
    expect((await exposed(page, values)).length).toBeGreaterThan(20);
    const payment = (await rows(page).first().getByRole('link').getAttribute('href')) ?? '';
    await hide(page);
    expect(await exposed(page, values)).toEqual([]);
    const paths = [...merchantScreens, '/payments/payin?rows=100', payment, `${payment}&view=receipt`];
    await expectHidden(page, paths, values);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    expect(await exposed(page, values)).toEqual([]);
  });

  test('a payment’s note is hidden completely, whoever it mentions', async ({ page }) => {
    await page.goto('/payments/payin?paymentStatuses=SETTLED&page=1');
    await rows(page).last().getByRole('link').first().click();
    await page.getByLabel('New note').fill(noted);
    await page.getByRole('button', { name: 'Add note' }).click();
    const note = page.getByRole('listitem').getByText(noted);
    await expect(note).toBeVisible();
    await hide(page);
    await expect(note).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(note).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page
      .getByRole('listitem')
      .filter({ hasText: noted })
      .locator('p')
      .first()
      .click({ position: { x: 20, y: 8 }, force: true });
    await expect(note).toBeVisible();
  });

  test('a refund’s reason is hidden completely, also in the API response and for the key in a dialog; a click shows it', async ({
    page,
  }) => {
    // A separate range of amounts, because other journeys refund payments too.
    await page.goto(
      '/payments/payin?paymentStatuses=SETTLED&refundedFilter=NOT_REFUNDED&heldFilter=NOT_HELD&currencies=GBP&from=2025-01-01&to=2030-01-01&amountFrom=14.01&amountTo=19.99',
    );
    await rows(page).filter({ hasNotText: 'Returned' }).first().getByRole('link').first().click();
    await page.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('1.00');
    await dialog.getByLabel('Note').fill(noted);
    await dialog.getByRole('button', { name: 'Refund £1.00' }).click();
    await closeOrder(page, 'Refund of £1.00 is on its way');
    const note = page.getByRole('region', { name: 'Refunds', exact: true }).getByText(noted);
    await expect(note).toBeVisible();
    await hide(page);
    await expect(note).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(note).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'JSON' }).click();
    const answer = dialog.locator('pre > span');
    await expect(answer).toContainText(noted);
    await expect(answer).toBeHidden();
    await page.keyboard.press('v');
    await expect(answer).toBeVisible();
    await page.keyboard.press('v');
    await expect(answer).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    const { x, y } = (await note.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 4, y + 4);
    await expect(note).toBeVisible();
  });

  test('a click shows one name without following the link, a key shows a row’s names; the mode persists in the tab, also before the code has loaded', async ({
    page,
    context,
  }) => {
    await page.goto('/payments/payin');
    const payer = (at: number) => rows(page).nth(at).locator('td').nth(2);
    await expect(payer(0)).not.toHaveText('');
    const named = await rows(page).evaluateAll((all) =>
      all.flatMap((row, at) => (/\w \w/.test(row.children[2]?.textContent ?? '') ? [at] : [])),
    );
    const [first = 0, second = 1] = named;
    const name = (await payer(first).textContent()) ?? '';
    await hide(page);
    const hidden = payer(first).getByText(name, { exact: true });
    await expect(hidden).toBeHidden();
    await expectAccessible(page);
    await payer(first).click({ position: { x: 20, y: 20 }, force: true });
    await expect(hidden).toBeVisible();
    await expect(page).toHaveURL(/\/payments\/payin/);
    await expect(payer(second).locator('[data-veiled]')).toHaveCount(1);
    await rows(page).nth(second).getByRole('link').first().focus();
    await page.keyboard.press('u');
    await expect(payer(second).locator('[data-veiled]')).toHaveCount(0);
    await expectNoSidewaysScroll(page, 390);

    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('main tbody tr').first()).toBeAttached();
    await expect(page.locator('main').first()).toBeHidden();
    release();
    await expect(rows(page).first()).toBeVisible();
    await expect(hidden).toBeHidden();
    const other = await context.newPage();
    await other.goto('/payments/payin');
    await expect(rows(other).nth(first).locator('td').nth(2).getByText(name, { exact: true })).toBeVisible();
    await page.keyboard.press('v');
    await expect(hidden).toBeVisible();
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('sees companies by name, and no person, account number or email while they are hidden', async ({ page }) => {
    test.slow();
    await page.goto('/admin/payments?rows=100');
    await waitUntilLoaded(page);
    const payments = await ask(page, 'payments?size=100&sort=createdAt,desc&includeNewPayments=true');
    const values = [...new Set(personalIn(payments))];
    await hide(page);
    await expectHidden(page, [...adminScreens, '/admin/payments?rows=100'], values);
    await expect(page.getByText('Harbour & Bloom').first()).toBeVisible();
  });
});
