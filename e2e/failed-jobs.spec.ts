import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { findByRole } from '#e2e/sign-ins.ts';

const job = {
  jobId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b91',
  kind: 'NOTICE_MAIL',
  state: 'DEAD',
  merchantId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b92',
  merchantName: 'Saltmarsh Ceramics',
  subject: null as { kind: string; id: string; applicationId?: string } | null,
  failures: 50,
  lastError: 'TypeError at mail-notifications.ts:40',
  firstFailedAtUtc: '2026-03-01T06:00:00.000',
  lastFailedAtUtc: '2026-03-01T10:00:00.000',
  nextTryAtUtc: null as string | null,
  isRunning: false,
};
const payout = {
  ...job,
  jobId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b93',
  kind: 'PAYOUT_ASK',
  merchantName: 'Orchard Lane Nurseries',
  subject: { kind: 'PAYOUT', id: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b77' },
  failures: 1000,
  lastError: 'Error ETIMEDOUT at account-providers.ts:88',
};
const attempt = {
  ...job,
  jobId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b94',
  kind: 'PAYMENT_ATTEMPT',
  state: 'RETRYING',
  subject: { kind: 'PAYMENT', id: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b78' },
  failures: 12,
  nextTryAtUtc: '2026-03-01T10:05:00.000',
};

/** Answers the list like a server whose jobs fail; the writes go to the real server, which does not know these jobs. */
async function failJobs(page: Page, jobs: (typeof job)[] = [job, payout, attempt]): Promise<void> {
  const kindOf = ({ kind, state, firstFailedAtUtc, lastFailedAtUtc }: typeof job) => ({
    kind,
    dead: Number(state === 'DEAD'),
    retrying: Number(state === 'RETRYING'),
    firstFailedAtUtc,
    lastFailedAtUtc,
  });
  await page.route(/\/api\/failed-jobs\?/, async (route) => {
    const answer = await route.fetch();
    const json = { ...(await answer.json()), content: jobs, totalElements: jobs.length, kinds: jobs.map(kindOf) };
    await route.fulfill({ response: answer, json });
  });
}

test.describe('an administrator', () => {
  test.use({ role: 'VOLUME_ADMIN' });

  test('finds the page by its count in the menu, and sees a message when a job is gone', async ({ page, noise }) => {
    noise.allow(/403|404/);
    await failJobs(page);
    await page.goto('/admin');
    const link = page.getByRole('navigation').getByRole('link', { name: 'Failed jobs 2' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Failed jobs' })).toBeVisible();
    await expect(page.getByText('2 need a decision, 1 is retried').first()).toBeVisible();
    await expect(page.locator('tbody tr')).toHaveCount(3);
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Actions for Email about a notification/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Discard…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Discard this job?' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('Nobody needs it');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Password', { exact: true }).fill(findByRole('VOLUME_ADMIN').password);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This job was not found.')).toBeVisible();
    await expect(dialog.getByLabel('Reason')).toHaveValue('Nobody needs it');
  });

  test('retries all jobs of a kind at the server, which has none', async ({ page, noise }) => {
    noise.allow(/403/);
    await failJobs(page);
    await page.goto('/admin/failed-jobs');
    await page.getByRole('button', { name: 'Retry all: Status check of a payout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry 1 job?' });
    await dialog.getByLabel('Reason').fill('The provider is back');
    await dialog.getByRole('button', { name: 'Retry all' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(findByRole('VOLUME_ADMIN').password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('No job needed a decision any more')).toBeVisible();
  });

  test('opens a payout on the pages of its merchant', async ({ page, noise }) => {
    // The server does not know this payout.
    noise.allow(/404/);
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/api/merchants'));
    await page.goto('/admin');
    const [merchant] = (await (await answered).json()) as {
      merchantId: string;
      applications: { applicationId: string }[];
    }[];
    const { merchantId = '', applications: [{ applicationId = '' } = {}] = [] } = merchant ?? {};
    await failJobs(page, [{ ...payout, merchantId, subject: { ...payout.subject, applicationId } }]);
    await page.goto('/admin/failed-jobs');
    await page.getByRole('link', { name: 'Payout', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/payments/payout\\?.*payout=${payout.subject.id}`));
    await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  });

  test('fits a phone, and says when nothing has failed', async ({ page }) => {
    await page.goto('/admin/failed-jobs');
    await expect(page.getByText('No failed jobs')).toBeVisible();
    await expectAccessible(page);
    await failJobs(page);
    await page.goto('/admin/failed-jobs?state=DEAD');
    await expect(page.locator('tbody tr').first()).toBeVisible();
    await expectNoSidewaysScroll(page, 390);
    await expectNoSidewaysScroll(page, 320);
  });
});

test.describe('a read-only administrator', () => {
  test.use({ role: 'VOLUME_ADMIN_READ' });

  test('sees the jobs and can decide nothing', async ({ page }) => {
    await failJobs(page);
    await page.goto('/admin/failed-jobs');
    await page.getByRole('button', { name: /^Actions for Email about a notification/ }).click();
    for (const name of [/^Retry now…/, /^Discard…/])
      await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  });
});
