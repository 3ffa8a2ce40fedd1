import { ownFile } from '#e2e/built-files.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journey.ts';

/** Serves later pages as if they came from another build, with another entry script. */
async function deployAnother(page: Page): Promise<void> {
  await page.route(/\/payments\/payout/, async (route) => {
    if (!(route.request().headers()['accept'] ?? '').includes('text/html')) return route.fallback();
    const answer = await route.fetch();
    // The same files, but with a path that the running page does not recognise, and without this build's content
    // security policy.
    const headers = { ...answer.headers(), 'content-security-policy': '' };
    const body = (await answer.text()).replaceAll(/assets\/(?=index-[\w-]+\.js)/g, String.raw`assets\x2f`);
    return route.fulfill({ response: answer, headers, body });
  });
}

test.describe('a merchant administrator', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('reloads once and shows the requested page when its code was replaced by a new build', async ({
    page,
    noise,
  }) => {
    noise.allow(/404|dynamically imported|could not be shown/);
    let pages = 0;
    let isNew = false;
    // Intercepted from the start, because the code of the screens in the navigation is prefetched while the page is
    // idle.
    await page.route(ownFile('/payments/payout'), (route) =>
      isNew && pages > 0 ? route.fallback() : route.fulfill({ status: 404, body: '' }),
    );
    await page.goto('/payments/payin');
    await expect(page.locator('tbody tr a').first()).toBeVisible();
    page.on('request', (request) => (pages += request.isNavigationRequest() ? 1 : 0));
    await test.step('with the same build it shows the error without a reload', async () => {
      await page.getByRole('link', { name: 'Payouts' }).first().click();
      await expect(page.getByRole('heading', { name: 'Oops!' }).first()).toBeAttached();
      // The page checks whether there is a newer build; leaving immediately would cut that off.
      await page.waitForLoadState('networkidle');
      expect(pages).toBe(0);
    });
    await test.step('with another build it reloads to the requested page', async () => {
      await page.goto('/payments/payin?page=2');
      await page.evaluate(() => sessionStorage.clear());
      await deployAnother(page);
      pages = 0;
      isNew = true;
      await page.getByRole('link', { name: 'Payouts' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
      await expect(page).toHaveURL(/\/payments\/payout/);
      expect(pages).toBe(1);
    });
  });
});

test('text becomes neither markup nor code, and a missing file returns no page', async ({ page, noise }) => {
  noise.allow(/requires 'Trusted/);
  const answer = await page.goto('/auth/signin');
  const headers = (await answer?.allHeaders()) ?? {};
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  const refused = await page.evaluate(() => {
    const tries = [
      () => (document.body.innerHTML = '<img src=x onerror=alert(1)>'),
      () => (document.createElement('script').text = 'alert(1)'),
    ];
    return tries.filter((attempt) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    }).length;
  });
  expect(refused).toBe(2);
  const tag = headers['etag'] ?? '';
  const again = await page.request.get('/auth/signin', { headers: { accept: 'text/html', 'if-none-match': tag } });
  expect(again.status()).toBe(304);
  const gone = await page.request.get('/assets/gone-1234.js', { headers: { accept: 'text/html' } });
  expect([gone.status(), gone.headers()['x-content-type-options']]).toEqual([404, 'nosniff']);
});
