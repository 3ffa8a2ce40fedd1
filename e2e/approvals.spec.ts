import type { Browser, Locator, Page } from '@playwright/test';
import { closeOrder } from '#e2e/close-order.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPersonal, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, type SampleSignIn } from '#e2e/sign-ins.ts';

/** Higher than any amount in other journeys, because all share one world. */
const threshold = '10,000';
const sum = '£10,000.01';
const security = '/settings/security';
const waiting = '/payments/approvals?state=WAITING';
/** The name of the first sample user with the role MERCHANT_ADMIN, who requests. */
const makerName = 'Amelia Hughes';

/** A second user, in a separate browser context that starts signed out. */
async function openAs(browser: Browser, person: SampleSignIn): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await signIn(page, person);
  return page;
}

async function goThrough(...[dialog, ...others]: Parameters<typeof confirm>): Promise<void> {
  await confirm(dialog, ...others);
  await expect(dialog).toHaveCount(0);
}

/** Clicks the dialog's action and makes the step-up, which each action requires on a page that was just opened. */
async function confirm(
  dialog: Locator,
  action: string,
  { password }: SampleSignIn,
  ...stay: readonly string[]
): Promise<void> {
  await dialog.getByRole('button', { name: action }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  // The amounts remain visible until the last press.
  for (const text of stay) await expect(dialog.getByRole('definition').getByText(text)).toBeVisible();
  await dialog.getByRole('button', { name: action }).click();
}

test.use({ role: 'MERCHANT_ADMIN' });

test(
  'a payout above the threshold waits for a second user, who sees its recipient and approves it; both switch the policy off again',
  {
    // It uses up the sum that its merchant can move in a day without a step-up.
    tag: '@last',
  },
  async ({ page, browser, noise }) => {
    noise.allow(/403|answered/);
    const [maker, approver] = [findByRole('MERCHANT_ADMIN'), findByRole('MERCHANT_EDITOR')];
    const dialog = page.getByRole('dialog');

    await test.step('one user can switch the policy on when there are two approvers', async () => {
      await page.goto(security);
      await page.getByRole('button', { name: 'Require a second person…' }).click();
      await dialog.getByLabel('GBP limit').fill(threshold);
      await goThrough(dialog, 'Save limits', maker);
      // The activity list below shows it too, in a sentence.
      await expect(page.getByText('Above £10,000.00', { exact: true })).toBeVisible();
    });

    await test.step('the dialog announces that the payout will wait', async () => {
      await page.goto('/balances/overview');
      const pounds = page.getByRole('table', { name: 'GBP accounts' }).locator('tbody tr').first();
      await pounds.getByRole('button', { name: 'Pay out…' }).click();
      await dialog.getByLabel('Amount').fill('10000.01');
      await expect(dialog.getByText('This will wait for a second person’s approval')).toBeVisible();
      await goThrough(dialog, `Request payout of ${sum}`, maker, '00-99-55 · 5577 9911');
      await expect(page.getByText(`Payout of ${sum} is awaiting approval`)).toBeVisible();
    });

    await test.step('the requester can cancel it but not approve it', async () => {
      const opener = page.getByRole('button', { name: 'Open navigation' });
      if (await opener.isVisible()) await opener.click();
      // The link's name also contains the number of waiting orders.
      await page.getByRole('link', { name: /^Approvals/ }).click();
      const row = page.getByRole('row', { name: new RegExp(sum) });
      await expect(row.getByText('You', { exact: true })).toBeVisible();
      await expect(row.getByRole('button', { name: `Cancel payout of ${sum}` })).toBeVisible();
      await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    const other = await openAs(browser, approver);
    await test.step('the other user approves it after a step-up', async () => {
      await other.goto(waiting);
      // The column's text: the card on a phone shows it below the recipient.
      const asker = other.getByRole('row', { name: new RegExp(sum) }).getByText(makerName, { exact: true });
      await expect(asker).toBeVisible();
      await expectPersonal(other, asker);
      await other.getByRole('button', { name: `Approve payout of ${sum}` }).click();
      const asked = other.getByRole('dialog');
      await expect(asked.getByText(makerName)).toBeVisible();
      await confirm(asked, `Approve payout of ${sum}`, approver, makerName, '00-99-55 · 5577 9911');
      await closeOrder(other, `Payout of ${sum} approved`);
      await expect(other.getByText('Nothing is awaiting approval')).toBeVisible();
    });

    await test.step('one user proposes to switch it off and the other confirms', async () => {
      await page.goto(security);
      await page.getByRole('button', { name: 'Change limits…' }).click();
      await dialog.getByLabel('GBP limit').fill('');
      await goThrough(dialog, 'Save limits', maker);
      await expect(page.getByText('Proposed: a second person for no payout or refund')).toBeVisible();
      await other.goto(security);
      await other.getByRole('button', { name: 'Confirm…' }).click();
      await goThrough(other.getByRole('dialog'), 'Confirm new limits', approver);
      await expect(other.getByText('No second person needed')).toHaveCount(2);
    });
    await other.context().close();
  },
);
