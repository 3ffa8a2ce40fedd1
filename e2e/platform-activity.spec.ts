import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';
import { findByRole, nameOf } from '#e2e/sign-ins.ts';

for (const role of ['VOLUME_ADMIN', 'VOLUME_ADMIN_READ']) {
  test.describe(role, () => {
    test.use({ role });

    test('sees the actions on the platform itself, finds them by filter and address, and opens one', async ({
      page,
    }) => {
      await page.goto('/admin');
      await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
      await expect(page).toHaveURL(/\/admin\/activity/);
      await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
      // The newest actions: other journeys may have added some.
      const rows = page.getByRole('table', { name: 'Activity log' }).getByRole('row');
      const names = ['VOLUME_ADMIN', 'VOLUME_ADMIN_READ'].map((each) => nameOf(findByRole(each)));
      const ofAdministrators = rows.filter({ hasText: new RegExp(names.join('|')) }).first();
      await expect(ofAdministrators).toBeVisible();
      await expectAccessible(page);
      for (const width of [390, 320]) await expectNoSidewaysScroll(page, width);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/admin/activity?activityActor=nobody%40nowhere.example');
      await expect(page.getByText('No activity matches these filters')).toBeVisible();
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await expect(ofAdministrators).toBeVisible();
    });
  });
}

test.describe('a merchant', () => {
  test.use({ role: 'MERCHANT_ADMIN' });
  test('is redirected away from it', async ({ page }) => {
    await page.goto('/admin/activity');
    await expect(page).toHaveURL(/\/payments\/payin/);
  });
});
