import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { prove } from '#e2e/prove.ts';

const faster = 'Someone else changed this after you opened it. Your changes were not saved.';

/** The settings page of the second application: other journeys change those of the first. Runs in a signed-in page. */
async function addressesOfOther(page: Page): Promise<string> {
  await page.goto('/settings/webhooks-callbacks');
  const applicationId = await page.evaluate(async () => {
    const token = localStorage.getItem('v_accessToken_v1') ?? '';
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { merchantId } = JSON.parse(atob(payload)) as { merchantId: string };
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`/sandbox/api/merchants/${merchantId}`, { headers });
    return ((await answer.json()) as { applications: { applicationId: string }[] }).applications[1]?.applicationId;
  });
  return `/settings/webhooks-callbacks?applicationId=${applicationId}`;
}

/** Changes an address in this tab and saves it. */
async function saveCancelUrl(page: Page, url: string): Promise<void> {
  await page.getByLabel('Cancel URL').fill(url);
  await page.getByRole('button', { name: 'Save change' }).click();
  await prove(page.getByRole('dialog', { name: 'Save addresses' }), 'Save change');
}

test.describe('two users', () => {
  test.use({ role: 'MERCHANT_ADMIN' });
  test.slow();

  test('the second to save addresses sees the current values, keeps the typed ones, and decides', async ({
    page,
    context,
    noise,
  }) => {
    noise.allow(/403|409|answered/);
    const other = await context.newPage();
    const at = Date.now();
    const address = await addressesOfOther(page);
    for (const each of [page, other]) {
      await each.goto(address);
      await expect(each.getByLabel('Cancel URL')).toBeVisible();
    }
    const mine = `https://shop.harbourbloom.example/mine?at=${at}`;
    await page.getByLabel('Cancel URL').fill(mine);
    const theirs = `https://shop.harbourbloom.example/theirs?at=${at}`;
    await saveCancelUrl(other, theirs);
    await expect(other.getByText('Addresses saved')).toBeVisible();

    // Shown before the step-up, which would be wasted.
    await page.getByRole('button', { name: 'Save change' }).click();
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await expect(bar.getByText(faster)).toBeVisible();
    await expect(bar.locator('del')).toHaveText(theirs);
    await expect(bar.locator('ins')).toHaveText(mine);
    await expectNoSidewaysScroll(page, 390);
    await bar.getByRole('button', { name: 'Save change' }).click();
    await prove(page.getByRole('dialog', { name: 'Save addresses' }), 'Save change');
    await expect(page.getByText('Addresses saved')).toBeVisible();
    await other.reload();
    await expect(other.getByLabel('Cancel URL')).toHaveValue(mine);
  });

  test('the second to change a user sees the other’s changes', async ({ page, context, noise }) => {
    noise.allow(/403|409|answered/);
    const other = await context.newPage();
    const at = String(Date.now()).slice(-6);
    const edit = async (each: Page) => {
      await each.goto('/settings/users');
      await each
        .getByRole('row', { name: /isla@harbourbloom/ })
        .getByRole('button', { name: /Actions/ })
        .click();
      await each.getByRole('menuitem', { name: /Edit/ }).click();
      return each.getByRole('dialog', { name: /^Edit/ });
    };
    const mine = await edit(page);
    const theirs = await edit(other);
    await theirs.getByLabel('Name').fill(`Isla ${at} theirs`);
    await theirs.getByRole('button', { name: 'Save changes' }).click();
    await expect(other.getByText('User updated')).toBeVisible();
    await mine.getByLabel('Name').fill(`Isla ${at} mine`);
    await mine.getByRole('button', { name: 'Save changes' }).click();
    await expect(mine.getByText(faster)).toBeVisible();
    await expect(mine.getByText(`Now: Isla ${at} theirs`)).toBeVisible();
    await expect(mine.getByLabel('Name')).toHaveValue(`Isla ${at} mine`);
    await mine.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('User updated')).toBeVisible();
  });
});
