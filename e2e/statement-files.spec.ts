import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, findBySituation } from '#e2e/sign-ins.ts';

async function openStatement(page: Page, currency: 'EUR' | 'GBP'): Promise<void> {
  await page.goto('/balances/overview');
  const account = page
    .getByRole('table', { name: `${currency} accounts` })
    .locator('tbody tr')
    .first();
  await account.getByRole('link', { name: 'Statement', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
}

async function readAll(file: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

test('a statement is saved for accounting programs by keyboard, and a refusal is shown in the page', async ({
  page,
  noise,
}) => {
  noise.allow(/answered 422|status of 422/);
  await signIn(page, findBySituation('30 applications'));
  await openStatement(page, 'GBP');
  const menu = page.getByRole('button', { name: 'Files for accounting programs' });
  const choose = async (format: RegExp) => {
    await menu.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: format }).focus();
    await page.keyboard.press('Enter');
  };
  const [camt] = await Promise.all([page.waitForEvent('download'), choose(/^CAMT\.053/)]);
  expect(camt.suggestedFilename()).toMatch(/^statement-GBP-\d+_[\d-]{10}_[\d-]{10}\.xml$/);
  expect(await readAll(await camt.createReadStream())).toMatch(/camt\.053\.001\.08.*<\/Document>\s*$/s);
  await expect(page.getByText('Saved CAMT.053')).toBeVisible();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: /^DATEV/ })).toContainText('Books in euros; this account is in GBP');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.route('**/statement/file?*', (route) =>
    route.fulfill({
      status: 422,
      json: {
        statusCode: 422,
        statusName: 'UNPROCESSABLE_ENTITY',
        errorMessage: 'This period has 1,001 lines; Xero takes 1,000 in one file. Choose a shorter one.',
        source: 'VOLUME',
        traceId: '0123456789abcdef',
      },
    }),
  );
  await choose(/^Xero/);
  await expect(page.getByText('Xero takes 1,000 in one file')).toBeVisible();
  await page.unroute('**/statement/file?*');
  const retry = page.getByRole('button', { name: 'Retry' });
  const [xero] = await Promise.all([page.waitForEvent('download'), retry.click()]);
  expect(await readAll(await xero.createReadStream())).toMatch(/^Date,Amount,Payee,Description,Reference\r\n/);
});

test('a statement is saved for DATEV with the accounts of the books, which are remembered', async ({ page }) => {
  await signIn(page, findByRole('MERCHANT_ADMIN'));
  await openStatement(page, 'EUR');
  const open = async () => {
    await page.getByRole('button', { name: 'Files for accounting programs' }).click();
    await page.getByRole('menuitem', { name: /^DATEV/ }).click();
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'DATEV booking batch' });
  const field = (name: RegExp) => dialog.getByRole('textbox', { name });
  await expect(field(/^Bank/)).toHaveValue('1200');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  await expect(field(/^Adviser/)).toBeFocused();
  await expect(dialog.getByText('Must be a number from 1001 to 9999999.')).toBeVisible();
  await expectAccessible(page);
  await field(/^Adviser/).fill('29098');
  await field(/^Client/).fill('55003');
  await dialog.getByRole('button', { name: 'SKR 04' }).click();
  await field(/^Revenue/).fill('840000');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  await expect(dialog.getByText('Has more digits than the accounts of these books.')).toBeVisible();
  await field(/^Revenue/).fill('4401');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^EXTF_statement-EUR-\w+_[\d-]{10}_[\d-]{10}\.csv$/);
  expect(await readAll(await file.createReadStream())).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;.*;29098;55003;/);
  await expect(dialog).toBeHidden();
  await page.reload();
  await open();
  await expect(field(/^Adviser/)).toHaveValue('29098');
  await expect(field(/^Revenue/)).toHaveValue('4401');
  await expect(dialog.getByRole('button', { name: 'Own' })).toHaveAttribute('aria-pressed', 'true');
});
