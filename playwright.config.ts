import { defineConfig } from '@playwright/test';
import { findBrowser } from '#scripts/find-browser.mjs';

const executablePath = findBrowser();
const isFull = process.env['TEST_COUNTS'] === 'full';
const journey = /@journey/;
/**
 * Journeys that run last: those that use up the daily sum their merchant can move without a step-up, and one that adds a
 * bank, because others count the banks.
 */
const last = /@last/;
const phone = { width: 390, height: 844 };

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/start-world.ts',
  // Three take longer on two cores (45 tests: 3.3 instead of 2.8 minutes), because most of a test is its browser's work.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Limits against tests that hang, not measures of speed: a shared host can be ten times slower.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  use: {
    // Set by the global setup, which finds a free port.
    ...(process.env['BASE_URL'] ? { baseURL: process.env['BASE_URL'] } : {}),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Playwright treats a panel that is still opening as out of sight: it scrolls the page and misses.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests of a worker share a cache and a renderer process, as a returning user's pages do. Saves a quarter of the run.
    reuseContext: true,
    // Recording every step costs a third of the run: use `TRACE=on npm run e2e`.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      // A page lives for seconds, so optimizing its code costs more than it saves: a fifth of the run.
      args: ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1', '--js-flags=--no-turbofan,--no-maglev'],
      // Playwright uses its own browser if we found none.
      ...(executablePath ? { executablePath } : {}),
    },
  },
  projects: [
    { name: 'desk', grepInvert: last },
    // The journeys again as on a phone in dark mode. They share the sample world with the desktop run.
    { name: 'phone', grep: journey, use: { viewport: phone, colorScheme: 'dark' } },
    { name: 'desk, last', grep: last, dependencies: ['desk', 'phone'] },
    ...(isFull
      ? [
          { name: 'desk, dark', grep: journey, use: { colorScheme: 'dark' as const } },
          { name: 'phone, light', grep: journey, use: { viewport: phone } },
        ]
      : []),
  ],
});
