import type { Page } from '@playwright/test';
import { addFilter } from '#e2e/add-filter.ts';
import { expect, test } from '#e2e/journey.ts';

// The bytes that a page fetches before its controls work, as the browser counts them. Code that loads when the page is idle is left out,
// because no control waits for it. A weight far below its limit fails too: then the limit can follow, or nothing was counted.

const kB = 1000;

/** Counts the bytes of scripts that arrive in the page from now on. */
async function weighScripts(page: Page): Promise<() => number> {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.clearBrowserCache');
  const scripts = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) scripts.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

async function expectWeight(page: Page, address: string, use: () => Promise<void>, limit: number): Promise<void> {
  const weigh = await weighScripts(page);
  await page.goto(address);
  await use();
  const bytes = weigh();
  test.info().annotations.push({ type: 'weight', description: `${address}: ${(bytes / kB).toFixed(1)} kB of scripts` });
  expect(bytes, `${address} fetches too much before its controls work`).toBeLessThanOrEqual(limit);
  expect(bytes, `the limit of ${address} is far above its weight`).toBeGreaterThan(limit * 0.9);
}

test('sign-in validates an empty form', async ({ page }) => {
  const use = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
  };
  await expectWeight(page, '/auth/signin', use, 122 * kB);
});

test.describe('a merchant administrator', () => {
  test.use({ role: 'MERCHANT_ADMIN' });

  const openMenu = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^You: / }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  };

  test('the list opens a filter', async ({ page }) => {
    const use = async (): Promise<void> => {
      // Not the filter of days, whose calendar loads after its controls.
      await addFilter(page, 'Amount');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Apply' })).toBeVisible();
    };
    await expectWeight(page, '/payments/payin', use, 176.5 * kB);
  });

  test('the overview opens the menu of the user', async ({ page }) => {
    await expectWeight(page, '/', () => openMenu(page), 210 * kB);
  });

  test('a payment opens the menu of the user', async ({ page }) => {
    await page.goto('/payments/payin');
    const address = await page.locator('tbody a.row-link').first().getAttribute('href');
    // Code that the list loads while it is idle must not be counted.
    await page.goto('about:blank');
    await expectWeight(page, address ?? '', () => openMenu(page), 224 * kB);
  });
});
