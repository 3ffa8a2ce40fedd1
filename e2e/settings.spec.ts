import { addFilter } from '#e2e/add-filter.ts';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

const problem = { statusCode: 422, statusName: 'UNPROCESSABLE_ENTITY', source: 'VOLUME', traceId: '0123456789abcdef' };
const refused = { status: 422, json: { ...problem, errorMessage: 'This cannot be changed just now.' } };
const password = 'quiet-ink-on-paper';

async function openSettings(page: Page, name: string): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
}

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test.describe('a merchant administrator', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('copies a bank account in the usual notation, and sees which one is the default', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openSettings(page, 'Bank accounts');
    const pounds = page.getByRole('article', { name: /^GBP account of/ }).first();
    await expect(pounds.getByText('Default')).toBeVisible();
    await expect(pounds.getByText(/^\d\d-\d\d-\d\d$/)).toBeVisible();
    await expect(page.getByRole('article', { name: /^EUR/ }).getByText(/^[A-Z]{2}\d\d( \w{1,4})+$/)).toBeVisible();
    await pounds.getByRole('button', { name: 'Copy all' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^Account holder: .+\nSort code: \d\d-\d\d-\d\d\nAccount number: \d{4} \d{4}\n(.+\n)*Currency: GBP$/);
    await expect(page.getByRole('table', { name: 'Accounts at a provider' }).locator('tbody tr')).toHaveCount(2);
    await expect(
      page.getByRole('table', { name: 'Accounts to pay out to' }).getByText('GBP account', { exact: true }),
    ).toBeVisible();
  });

  test('chooses institutions: unsaved changes are guarded, refused ones are kept, saved ones stay', async ({
    page,
    noise,
  }) => {
    noise.allow(/422|answered/);
    await openSettings(page, 'Institutions');
    await expect(page.getByText('26 of 26 on; new institutions will be on too')).toBeVisible();
    await page.getByLabel('Search institutions').fill('credit agr');
    await expect(page.getByRole('checkbox')).toHaveCount(1);
    await expect(page).toHaveURL(/search=credit%20agr/);
    await page.getByRole('checkbox', { name: /^Crédit Agricole/ }).uncheck();
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await expect(bar).toContainText('Off: Crédit Agricole');
    await expectFits(page);

    await page.getByRole('link', { name: 'Pay-ins', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toHaveCount(0);
    await page.goBack();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Stay' }).click();
    const asked = page.waitForEvent('dialog');
    // A cancelled reload never finishes, so it is not awaited.
    await page.evaluate(() => setTimeout(() => location.reload()));
    await (await asked).dismiss();

    await page.route(/\/institutions$/, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(refused) : route.continue(),
    );
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(bar.getByRole('alert')).toContainText('0123456789abcdef');
    await expect(page.getByRole('checkbox', { name: /^Crédit Agricole/ })).not.toBeChecked();
    await page.unroute(/\/institutions$/);
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Institutions saved')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('25 of 26 on; new institutions stay off')).toBeVisible();
    await page.getByRole('button', { name: 'Select all shown' }).click();
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('26 of 26 on; new institutions will be on too')).toBeVisible();
  });

  test('switches notifications immediately, and back with the message of a refusal', async ({ page, noise }) => {
    noise.allow(/422|answered/);
    await openSettings(page, 'Notifications');
    const email = page.getByRole('switch', { name: 'Send an email' });
    const was = await email.isChecked();
    // The switch moves before the answer, and a reload would cancel a call that has not begun.
    const put = page.waitForResponse((response) => response.request().method() === 'PUT');
    await email.click();
    expect((await put).request().postDataJSON()).toEqual({ shouldSend: !was });
    await expect(email).toBeChecked({ checked: !was });
    await page.reload();
    await expect(email).toBeChecked({ checked: !was });
    await page.route(/send-email$/, (route) => route.fulfill(refused));
    await email.click();
    await expect(page.getByRole('alert')).toContainText('This cannot be changed just now.');
    await expect(email).toBeChecked({ checked: !was });
  });

  test('resets a key after a step-up, sees it once, and finds the action in the log', async ({ page, noise }) => {
    noise.allow(/403|answered/);
    await openSettings(page, 'Security');
    await page.getByRole('button', { name: 'Create the secondary key…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create the secondary key' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Create the secondary key' }).click();
    const value = await dialog.getByLabel('The new key').inputValue();
    expect(value).toMatch(/^volume_[\w-]{43}$/);
    await page.keyboard.press('Escape');
    await expect(dialog.getByLabel('The new key')).toBeVisible();
    await expectFits(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(`••••••••${value.slice(-4)}`)).toBeVisible();
    await expect(page.getByText(value)).toHaveCount(0);
    // Restricting the key needs no step-up.
    await page.getByRole('button', { name: 'Edit the secondary key…' }).click();
    await dialog.getByLabel('Allowed addresses').fill('203.0.113.0/24');
    await dialog.getByLabel('Refunds and payouts in 24 hours').fill('50');
    await expectFits(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('203.0.113.0/24', { exact: true })).toBeVisible();
    await expect(page.getByText('Up to £50.00 and €50.00 in 24 hours')).toBeVisible();
    const log = page.getByRole('table', { name: 'Activity log' });
    await expect(
      log.getByRole('row').filter({ hasText: 'Application key issued' }).filter({ hasText: 'Secondary key' }),
    ).toHaveCount(1);
  });

  test('filters actions by user and kind in an address that can be shared, and exports exactly those', async ({
    page,
  }) => {
    await openSettings(page, 'Security');
    const log = page.getByRole('table', { name: 'Activity log' });
    await page.getByLabel('Search activity by person').fill('maya');
    await expect(page).toHaveURL(/activityActor=maya/);
    await addFilter(page, 'Action');
    await page.getByRole('checkbox', { name: 'Signed in' }).check();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/activityAction=SIGNED_IN/);
    await page.reload();
    const total = Number(/of ([\d,]+)/.exec((await page.getByText(/^1–10 of /).textContent()) ?? '')?.[1]);
    await expect(log.getByText('Maya Okafor')).toHaveCount(10);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const stream = await (await saved).createReadStream();
    const lines = (await stream.toArray()).join('').trimEnd().split('\r\n');
    expect(lines).toHaveLength(total + 1);
    expect(lines.slice(1).every((line) => line.includes('maya@') && line.includes('SIGNED_IN'))).toBe(true);
    await log.getByRole('button', { name: 'Signed in' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Signed in' })).toContainText(/Address\s*[\da-f:.]+/);
    await expectAccessible(page);
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('uses an opened merchant’s settings, and sees why beneficiaries cannot be shown', async ({ page, noise }) => {
    noise.allow(/403|A part of a page could not be shown/);
    await page.goto('/admin?searchFilter=atlas');
    await page.getByRole('button', { name: /^Open Atlas/ }).click();
    await expect(page.getByText('You are viewing Atlas')).toBeVisible();
    await openSettings(page, 'Bank accounts');
    const table = page.getByRole('table', { name: 'Accounts to pay out to' });
    await expect(table.locator('tbody tr')).toHaveCount(7);
    await expect(table.getByRole('row', { name: /Old supplier/ })).toContainText('Disabled');
    await expect(table.getByText(/^\d\d-\d\d-\d\d · \d{4} \d{4}$/).first()).toBeVisible();
    await expectNoSidewaysScroll(page, 320);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.route(/\/beneficiaries$/, (route) => route.fulfill({ status: 403, json: {} }));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Try Again?' })).toBeVisible();
    await page.unroute(/\/beneficiaries$/);
    await page.getByRole('button', { name: 'Try Again?' }).click();
    await expect(table.locator('tbody tr')).toHaveCount(7);

    await page.getByRole('link', { name: 'Notifications' }).click();
    const webhook = page.getByRole('switch', { name: 'Call the payment webhook' });
    const was = await webhook.isChecked();
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/external-payment\//, async (route) => {
      await isAsked;
      await route.continue();
    });
    await webhook.click();
    await expect(webhook).toBeChecked({ checked: !was });
    await page.getByRole('link', { name: 'Security' }).click();
    // Not the newest action: another test signs in at this merchant at the same time.
    const actions = page.getByRole('table', { name: 'Activity log' }).locator('tbody tr');
    const changes = actions.filter({ hasText: 'Notification settings changed' }).filter({ hasText: '(Volume)' });
    await expect(actions.first()).toContainText(/\w/);
    const before = await changes.count();
    // A log that was read before a slow change shows it as soon as it is done.
    answer();
    await expect(changes).toHaveCount(before + 1);
  });
});

test.describe('a read-only administrator', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });

  test('sees every setting and why nothing can be changed', async ({ page }) => {
    const written: string[] = [];
    page.on('request', (request) => {
      if (['PUT', 'POST'].includes(request.method())) written.push(request.url());
    });
    await page.goto('/admin?searchFilter=harbour');
    await page.getByRole('button', { name: /^Open Harbour/ }).click();
    await openSettings(page, 'Institutions');
    await expect(page.getByText('You have read-only access').first()).toBeVisible();
    await expect(page.getByRole('checkbox').first()).toBeDisabled();
    await page.getByRole('link', { name: 'Notifications' }).click();
    const email = page.getByRole('switch', { name: 'Send an email' });
    await expect(email).toHaveAccessibleDescription(/You have read-only access/);
    await email.click({ force: true });
    await page.getByRole('link', { name: 'Security' }).click();
    const reset = page.getByRole('button', { name: 'Reset the primary key…' });
    await expect(reset).toHaveAccessibleDescription('You have read-only access');
    await reset.click({ force: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(written).toEqual([]);
  });
});
