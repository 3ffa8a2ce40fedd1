import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

test.describe('an editor', () => {
  test.use({ role: 'MERCHANT_EDITOR' });

  test('turns the pages of a list whose counting stopped, and selects all of it', async ({ page }) => {
    // No sample world has so many deliveries of one application.
    await page.route(/\/webhook-deliveries\?/, async (route) => {
      const answer = await route.fetch();
      const found = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: { ...found, totalElements: 1_001, isTotalAtLeast: true } });
    });
    await page.goto('/settings/webhooks-callbacks?view=deliveries');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages).toContainText('1–10 of 1,000+');
    await expect(pages.getByRole('button', { name: 'Last page' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    for (const width of [390, 1440]) await expectNoSidewaysScroll(page, width);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click({ force: true });
    const selection = page.getByRole('region', { name: 'Selection' });
    await selection.getByRole('button', { name: 'Select all 1,000+ that match' }).click();
    await expect(selection).toContainText('1,000+ selected');
    await expectAccessible(page);
    await pages.getByRole('button', { name: 'Next page' }).click();
    await expect(pages).toContainText('11–20 of 1,000+');
  });
});
