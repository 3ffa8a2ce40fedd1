import { defineConfig } from '@playwright/test';
import { findBrowser } from '#scripts/find-browser.mjs';

const executablePath = findBrowser();
const isFull = process.env['TEST_COUNTS'] === 'full';
const journey = /@journey/;
/** Journeys that move so much that what others move would ask for a proof. */
const last = /@last/;
const phone = { width: 390, height: 844 };

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/start-world.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Against what hangs, no measure of speed: the cores of a shared host are at times ten times slower.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Set by the global setup, which knows the free port.
    ...(process.env['BASE_URL'] ? { baseURL: process.env['BASE_URL'] } : {}),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Recording every step costs a third of the run: `TRACE=on npm run e2e` records.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      args: ['--no-sandbox', '--disable-gpu'],
      // Without one of our own Playwright takes its own.
      ...(executablePath ? { executablePath } : {}),
    },
  },
  projects: [
    { name: 'desk', grepInvert: last },
    // Journeys once more, as on a phone in the dark: after those of the desk, whose sample world they share.
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
