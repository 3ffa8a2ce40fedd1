import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPersonal, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, type SampleSignIn } from '#e2e/sign-ins.ts';

test.use({ role: 'MERCHANT_ADMIN' });

const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden])');
const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });

async function beginSaving(page: Page): Promise<void> {
  await page.goto('/payments/payin?currencies=EUR&heldFilter=NOT_HELD');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save as view' }).click();
}

test('a view is saved under a custom name and has an address', async ({ page }) => {
  await beginSaving(page);
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.getByLabel('View name').fill('high risk');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A view with this name already exists')).toBeVisible();
  await page.getByLabel('View name').fill('Euro, free');
  await page.keyboard.press('Enter');
  const own = views(page).getByRole('link', { name: 'Euro, free' });
  await expect(own).toHaveAttribute('aria-current', 'page');

  await views(page).getByRole('link', { name: 'High risk' }).click();
  await expect(page).toHaveURL(/riskCategory=HIGH/);
  await expect(page).not.toHaveURL(/currencies/);
  await page.reload();
  await own.click();
  await expect(page).toHaveURL(/currencies=EUR/);
  await expect(page).toHaveURL(/heldFilter=NOT_HELD/);
  await expect(own).toHaveAttribute('aria-current', 'page');
});

test('a view is renamed and deleted, also on a narrow screen', async ({ page }) => {
  await beginSaving(page);
  await page.getByLabel('View name').fill('Euro, free');
  await page.keyboard.press('Enter');
  await expect(views(page).getByRole('link', { name: 'Euro, free' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expectNoSidewaysScroll(page, 320);
  await page.getByRole('button', { name: 'View Euro, free' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByLabel('View name').fill('Euro');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(views(page).getByRole('link', { name: 'Euro', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'View Euro' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(views(page).getByRole('link', { name: 'Euro' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save as view' })).toBeVisible();
});

test('on a phone the open view and its menu are in sight, also after a reload', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await beginSaving(page);
  await page.getByLabel('View name').fill('Euro payments that may be paid out');
  await page.keyboard.press('Enter');
  const expectInSight = async () => {
    await expect(views(page).locator('[aria-current]')).toHaveText('Euro payments that may be paid out');
    await expect(views(page).locator('[aria-current]')).toBeInViewport({ ratio: 0.99 });
    await expect(page.getByRole('button', { name: 'View Euro' })).toBeInViewport({ ratio: 0.99 });
  };
  await expectInSight();
  await page.reload();
  await expectInSight();
});

test('on a phone going back shows the open view again, however far the bar was scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/account-settings');
  const bar = page.getByRole('navigation', { name: 'Settings' });
  const openView = bar.locator('[aria-current]');
  await expect(openView).toBeInViewport({ ratio: 0.99 });
  await bar.getByRole('link', { name: 'Brand' }).click();
  await expect(openView).toHaveText('Brand');
  await page.goBack();
  await expect(openView).toHaveText('Account');
  await expect(openView).toBeInViewport({ ratio: 0.99 });
});

/** Another user of the same team, in a separate browser context. */
async function openAs(browser: Browser, person: SampleSignIn, address: string): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await signIn(page, person);
  await page.goto(address);
  return page;
}

test('a view is shared with the team, who see its author, and deleted for everyone @journey', async ({
  page,
  browser,
}, { project }) => {
  const name = `Failed, ${project.name}`;
  const sharer = findByRole('MERCHANT_VIEWER');
  const theirs = await openAs(browser, sharer, '/payments/payout?statuses=FAILED');
  await theirs.getByRole('button', { name: 'Columns' }).click();
  await theirs.getByRole('checkbox', { name: 'Type' }).uncheck();
  await theirs.keyboard.press('Escape');
  await theirs.getByRole('button', { name: 'Save as view' }).click();
  await theirs.getByLabel('View name').fill(name);
  await theirs.getByLabel('Share with the team').check();
  await theirs.getByRole('button', { name: 'Save view', exact: true }).click();
  await expect(views(theirs).getByRole('link', { name: `${name} Shared by you` })).toHaveAttribute(
    'aria-current',
    'page',
  );

  await page.goto('/payments/payout');
  // Another journey changes this person's name.
  const author = /Shared by [A-Z]/;
  const shared = views(page).getByRole('link', { name: new RegExp(`^${name} ${author.source}`) });
  await shared.click();
  await expect(page).toHaveURL(/statuses=FAILED/);
  await expect(page.locator('thead')).toContainText('Created');
  await expect(page.locator('thead')).not.toContainText('Type');
  await expect(shared).toHaveAttribute('aria-current', 'page');
  await expectPersonal(page, views(page).getByText(author));
  await expectNoSidewaysScroll(page, 390);
  await page.getByRole('button', { name: `View ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(shared).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Save as view' })).toBeVisible();
  await expect(views(theirs).getByRole('link', { name })).toHaveCount(0);
  await theirs.context().close();
});

test('a personal view is shared with the team, and users without the right to change settings cannot delete it', async ({
  page,
  browser,
}) => {
  // Wider than a phone.
  const name = 'Under way in the last thirty days';
  await page.goto('/payments/payout?statuses=IN_PROGRESS');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByLabel('View name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `View ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Share with the team…' }).click();
  await page.getByRole('button', { name: 'Share view' }).click();
  await expect(views(page).getByRole('link', { name: `${name} Shared by you` })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectNoSidewaysScroll(page, 320);

  const theirs = await openAs(browser, findByRole('MERCHANT_VIEWER'), '/payments/payout');
  await views(theirs).getByRole('link', { name }).click();
  await theirs.getByRole('button', { name: `View ${name}` }).click();
  await expect(theirs.getByRole('menuitem', { name: 'Delete…' })).toHaveAttribute('aria-disabled', 'true');
  await theirs.context().close();
  await page.getByRole('button', { name: `View ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByRole('button', { name: 'Save as view' })).toBeVisible();
});

const headers = (page: Page) =>
  page
    .locator('thead th')
    .evaluateAll((cells) => cells.map(({ textContent }) => textContent.replace(/,.*/, '')).slice(2, -1));

test('columns are hidden, moved and shown again, and stay so after a reload', async ({ page }) => {
  await page.goto('/payments/payin');
  const risk = page.getByRole('columnheader', { name: 'Risk' });
  await expect(risk).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Risk' }).uncheck();
  await page.getByRole('checkbox', { name: 'Order' }).uncheck();
  await expect(risk).toHaveCount(0);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(risk).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Reference' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await expect(risk).toBeVisible();
  await page.getByRole('checkbox', { name: 'Risk' }).press('Alt+ArrowUp');
  await expect(page.getByText('Risk is now 5 of 7')).toBeAttached();
  await expect(page.getByRole('checkbox', { name: 'Risk' })).toBeFocused();
  const handle = (name: string) => page.getByRole('listitem').filter({ hasText: name }).locator('[data-handle]');
  await handle('Created').dragTo(handle('Payer'));
  const moved = ['Created', 'Payer', 'Reference', 'Order', 'Risk', 'Type'];
  await expect.poll(() => headers(page)).toEqual(moved);
  await expectAccessible(page);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect(await headers(page)).toEqual(moved);
});

test('a view opens with its columns; changes to them are kept in the address until they are saved', async ({
  page,
}) => {
  await page.goto('/payments/payin?currencies=EUR');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Type' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByLabel('View name').fill('In euro');
  await page.keyboard.press('Enter');
  const view = views(page).getByRole('link', { name: 'In euro' });
  await expect(view).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Columns' }).click();
  // The first time over the hidden column.
  for (let moves = 0; moves < 2; moves++) await page.getByRole('button', { name: 'Move Risk up' }).click();
  await page.keyboard.press('Escape');
  const changed = ['Payer', 'Reference', 'Risk', 'Order', 'Created'];
  await expect.poll(() => headers(page)).toEqual(changed);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect(await headers(page)).toEqual(changed);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(view).toHaveAttribute('aria-current', 'page');
  await views(page).getByRole('link', { name: 'All pay-ins' }).click();
  await expect.poll(() => headers(page)).toEqual(['Payer', 'Reference', 'Order', 'Risk', 'Created']);
  await view.click();
  await expect.poll(() => headers(page)).toEqual(changed);
});

test('every list exports exactly the rows of its filters', async ({ page }) => {
  const save = async () => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).first().click();
    const file = await coming;
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    return { name: file.suggestedFilename(), lines };
  };
  const totalOf = async () => {
    const text = await page.getByRole('navigation', { name: 'Pages' }).getByRole('status').textContent();
    return Number(text?.split(' of ')[1]?.replace(',', ''));
  };
  await page.goto('/payments/payin?paymentStatuses=FAILED');
  await expect(rows(page).first()).toBeVisible();
  const payIns = await save();
  expect(payIns.name).toMatch(/^pay-ins_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d_UTC_by-[\w.+-]+-\d{4}-\d\d-\d\d-\d{4}\.csv$/);
  expect(payIns.lines[0]).toMatch(/^Created \(UTC\),/);
  expect(payIns.lines).toHaveLength((await totalOf()) + 1);
  expect(payIns.lines.slice(1).every((line) => line.includes(',FAILED,'))).toBe(true);
  await expect(page.getByText(payIns.name)).toBeVisible();

  await page.goto('/pay-by-link');
  await expect(rows(page).first()).toBeVisible();
  const links = await save();
  expect(links.name).toMatch(/^payment-links_UTC_by-[\w.+-]+-\d{4}-\d\d-\d\d-\d{4}\.csv$/);
  expect(links.lines).toHaveLength((await totalOf()) + 1);

  await page.goto('/balances/overview');
  await page
    .getByRole('button', { name: /^More for .*GBP/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Statement' }).click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  const statement = await save();
  expect(statement.name).toMatch(
    /^statement-GBP-\d{8}_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d_UTC_by-[\w.+-]+-\d{4}-\d\d-\d\d-\d{4}\.csv$/,
  );
  expect(statement.lines[0]).toMatch(/^At \(UTC\),Kind,/);
  expect(statement.lines).toHaveLength((await totalOf()) + 1);
});
