import { expect, expectAccessible, test } from '#e2e/journey.ts';

test('the portal can be installed: it has a manifest and icons, and the installed app starts at the overview', async ({
  page,
}) => {
  await page.goto('/auth/signin');
  const href = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
  const manifest = (await (await page.request.get(href)).json()) as { start_url: string; icons: { src: string }[] };
  expect(manifest.start_url).toBe('/');
  const touch = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? '';
  const kinds: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', ico: 'image/x-icon' };
  for (const address of [...manifest.icons.map(({ src }) => src), touch, '/favicon.ico']) {
    const icon = await page.request.get(address);
    expect(icon.headers()['content-type'], address).toBe(kinds[address.replace(/.*\./, '')]);
    expect((await icon.body()).length).toBeGreaterThan(300);
  }
});

for (const [theme, paper] of [
  ['light', '#fbfbf9'],
  ['dark', '#0f1114'],
] as const) {
  test(`the browser’s own bars are as ${theme} as the page`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/auth/signin');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', paper);
  });
}

test.describe('with increased contrast', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  test('no text is grey', async ({ page }) => {
    await page.emulateMedia({ contrast: 'more' });
    await page.goto('/payments/payin');
    await expect(page.getByRole('table').locator('a.row-link').first()).toBeVisible();
    const ink = await page.evaluate(() => {
      const probe = document.createElement('p');
      document.body.append(probe);
      const of = (name: string) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
      };
      return [of('--ink-2'), of('--ink')];
    });
    expect(ink[0]).toBe(ink[1]);
    await expectAccessible(page);
  });
});
