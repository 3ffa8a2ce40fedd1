import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { findOrInstallBrowser } from '#scripts/find-browser.mjs';
import { root } from '#scripts/run-command.mjs';
import { startApp } from '#scripts/start-app.ts';
import { rest, tour } from '#scripts/tour-pictures.ts';

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
  await rest(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(join(root, 'docs/tour', `${name}.webp`), Buffer.from(data, 'base64'));
  console.log(`docs/tour/${name}.webp`);
}

/**
 * `npm run documents -- tour`: takes the ten pictures of docs/tour.md of a fresh sample world. Scripts without an installed font are
 * drawn as boxes: install Debian's fonts-noto-core and fonts-noto-cjk.
 */
const executablePath = await findOrInstallBrowser();
if (!executablePath) throw new Error('No Chrome or Chromium here: install one, or name it in CHROME_PATH.');
if (!(await buildWhenStale())) process.exit(1);
// Creating the world takes half a minute, and up to ten times longer on a busy machine.
const app = await startApp({ LOG_LEVEL: 'error', SAMPLE_PAYMENTS: '8000' }, 600_000);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  mkdirSync(join(root, 'docs/tour'), { recursive: true });
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: app.address, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, app.dataDir);
  for (const [name, go] of Object.entries(tour)) {
    await go(page);
    await save(page, name);
  }
} finally {
  await browser.close();
  await app.stop();
}
