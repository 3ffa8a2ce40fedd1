import type { Browser, Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPersonal, test } from '#e2e/journey.ts';
import { signIn } from '#e2e/sign-in.ts';
import { findByRole, type SampleSignIn } from '#e2e/sign-ins.ts';

/** Above whatever any other journey moves: all share one world. */
const threshold = '10,000';
const sum = '£10,000.01';
const security = '/settings/security';
const waiting = '/payments/approvals?state=WAITING';

/** A second person, in a browser of their own, which begins with nobody signed in. */
async function openAs(browser: Browser, person: SampleSignIn): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await signIn(page, person);
  return page;
}

/** Does what a dialog's button says, with the proof that each of these asks for on a page that was just opened. */
async function goThrough(dialog: Locator, action: string, { password }: SampleSignIn): Promise<void> {
  await dialog.getByRole('button', { name: action }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: action }).click();
  await expect(dialog).toHaveCount(0);
}

test.use({ role: 'MERCHANT_ADMIN' });

test(
  'a payout above the sum waits for a second person, who sees where it goes and lets it go; both switch it off again',
  {
    // Whatever its merchant moves on the same day asks for a proof.
    tag: '@last',
  },
  async ({ page, browser, noise }) => {
    noise.allow(/403|answered/);
    const [maker, approver] = [findByRole('MERCHANT_ADMIN'), findByRole('MERCHANT_EDITOR')];
    const dialog = page.getByRole('dialog');

    await test.step('it is switched on by one, for there are two', async () => {
      await page.goto(security);
      await page.getByRole('button', { name: 'Require a second person…' }).click();
      await dialog.getByLabel('In pounds, above').fill(threshold);
      await goThrough(dialog, 'Save sums', maker);
      await expect(page.getByText('Above £10,000.00')).toBeVisible();
    });

    await test.step('the dialog says beforehand that it will wait', async () => {
      await page.goto('/balances/overview');
      const pounds = page.getByRole('table', { name: 'GBP accounts' }).locator('tbody tr').first();
      await pounds.getByRole('button', { name: 'Pay out…' }).click();
      await dialog.getByLabel('Amount').fill('10000.01');
      await expect(dialog.getByText('This will wait for a second person’s approval')).toBeVisible();
      await goThrough(dialog, `Ask to pay out ${sum}`, maker);
      await expect(page.getByText(`Payout of ${sum} is waiting for approval`)).toBeVisible();
    });

    await test.step('its maker may cancel it and never approve it', async () => {
      const opener = page.getByRole('button', { name: 'Open navigation' });
      if (await opener.isVisible()) await opener.click();
      // Its name says how many wait, too.
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
    await test.step('the other approves it after a proof', async () => {
      await other.goto(waiting);
      // The column's; a phone's card says it beneath the recipient.
      const asker = other.getByRole('row', { name: new RegExp(sum) }).getByText(maker.email, { exact: true });
      await expect(asker).toBeVisible();
      await expectPersonal(other, asker);
      await other.getByRole('button', { name: `Approve payout of ${sum}` }).click();
      const asked = other.getByRole('dialog');
      await expect(asked.getByText(maker.email)).toBeVisible();
      await goThrough(asked, `Approve payout of ${sum}`, approver);
      await expect(other.getByText(`Payout of ${sum} approved`)).toBeVisible();
      await expect(other.getByText('Nothing waits for approval')).toBeVisible();
    });

    await test.step('switching it off is proposed by one and confirmed by the other', async () => {
      await page.goto(security);
      await page.getByRole('button', { name: 'Change sums…' }).click();
      await dialog.getByLabel('In pounds, above').fill('');
      await goThrough(dialog, 'Save sums', maker);
      await expect(page.getByText('Proposed: a second person for no payout or refund')).toBeVisible();
      await other.goto(security);
      await other.getByRole('button', { name: 'Confirm…' }).click();
      await goThrough(other.getByRole('dialog'), 'Confirm new sums', approver);
      await expect(other.getByText('No second person needed')).toHaveCount(2);
    });
    await other.context().close();
  },
);
