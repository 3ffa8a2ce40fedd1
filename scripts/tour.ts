import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { findOrInstallBrowser } from '#scripts/find-browser.mjs';
import { root } from '#scripts/run-command.mjs';
import { startApp } from '#scripts/start-app.ts';

/** `npm run tour`: takes the ten pictures of docs/tour.md, of a sample world made for it. */
const settled = 'paymentStatuses=SETTLED&refundedFilter=NOT_REFUNDED&heldFilter=NOT_HELD&currencies=GBP';

/** What is on a picture, by its name: the page brought there, signed in as the merchant's administrator at /. */
const pictures: Record<string, (page: Page) => Promise<unknown>> = {
  overview: async (page) => {
    await page.goto('/');
    await page.getByRole('group', { name: 'GBP by day' }).getByRole('link').nth(21).hover();
  },
  'pay-ins': (page) => page.goto('/payments/payin?riskCategory=HIGH,MEDIUM'),
  payment: async (page) => {
    await page.goto(`/payments/payin?${settled}`);
    await page.locator('a.row-link').nth(1).click();
    await page.getByRole('button', { name: 'Refund…' }).waitFor();
  },
  refund: async (page) => {
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('5.00');
  },
  failed: async (page) => {
    await page.goto('/payments/payin?paymentStatuses=FAILED');
    await page.locator('a.row-link').first().click();
    await page.getByText('Send a payment link').first().waitFor();
  },
  link: async (page) => {
    await page.goto('/pay-by-link');
    await page.getByRole('button', { name: 'Create link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('48.50');
    await dialog.getByLabel('Description').fill('Spring bouquet, delivered on Friday');
    await dialog.getByLabel('Order').fill('HB-20418');
    await dialog.getByRole('button', { name: /^Create/ }).click();
    await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
  },
  'pay-page': async (page) => {
    const address = await page.getByRole('link', { name: /the pay page/ }).getAttribute('href');
    await page.goto(address ?? '');
  },
  payout: async (page) => {
    await page.goto('/balances/overview');
    await page.getByRole('button', { name: 'Pay out…' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Full available balance' }).click();
    await page.getByText(/will be left/).waitFor();
  },
  statement: async (page) => {
    await page.goto('/balances/overview');
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Statement' }).click();
    await page.getByText('Closing balance').first().waitFor();
  },
  webhooks: async (page) => {
    await page.goto('/settings/webhooks-callbacks?view=deliveries');
    await page.locator('a.row-link').first().click();
    await page.getByRole('dialog').getByText('Copy as curl').first().waitFor();
  },
};

async function signIn(page: Page, dataDir: string): Promise<void> {
  const all = JSON.parse(readFileSync(join(dataDir, 'sign-ins.json'), 'utf8')) as Record<string, string>[];
  const person = all.find(({ role, totpSecret }) => role === 'MERCHANT_ADMIN' && !totpSecret);
  await page.goto('/auth/signin');
  await page.getByLabel('Email').fill(person?.['email'] ?? '');
  await page.getByLabel('Password', { exact: true }).fill(person?.['password'] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/auth'));
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(join(root, 'docs/tour', `${name}.webp`), Buffer.from(data, 'base64'));
  console.log(`docs/tour/${name}.webp`);
}

const executablePath = await findOrInstallBrowser();
if (!executablePath) throw new Error('No Chrome or Chromium here: install one, or name it in CHROME_PATH.');
if (!(await buildWhenStale())) process.exit(1);
const app = await startApp({ LOG_LEVEL: 'error', SAMPLE_PAYMENTS: '8000' });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  mkdirSync(join(root, 'docs/tour'), { recursive: true });
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: app.address, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, app.dataDir);
  for (const [name, go] of Object.entries(pictures)) {
    await go(page);
    await save(page, name);
  }
} finally {
  await browser.close();
  await app.stop();
}
