import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackage } from './install-package.mjs';
import { root, runTool } from './run-command.mjs';

// Headless shells come first: a full browser also draws its invisible window for every page.
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const names = [...shells, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @returns {string | undefined} the path of a Chrome or Chromium: CHROME_PATH, else one on the PATH, else an application */
export function findBrowser() {
  const given = process.env['CHROME_PATH'];
  if (given) return isExecutable(given) ? given : undefined;
  return findOnPath(names) ?? places.find(isExecutable);
}

/** Whether a headless shell is installed or a browser was chosen; then nothing is installed. */
export function hasHeadlessBrowser() {
  return Boolean(process.env['CHROME_PATH'] || findOnPath(shells));
}

/** @param {string[]} wanted */
function findOnPath(wanted) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * The same, but first installs Debian's headless shell if allowed, or else Playwright's Chromium if there is no
 * browser.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallBrowser() {
  if (!hasHeadlessBrowser() && canInstallPackages()) {
    // Older versions of Debian only have it as a part of the full browser.
    if (!(await installPackage('chromium-headless-shell')) && !findBrowser()) await installPackage('chromium');
  }
  const found = findBrowser() ?? (await playwrightBrowser());
  if (found || process.env['CHROME_PATH']) return found;
  console.log('No Chrome or Chromium here: asking Playwright for one …');
  await runTool('@playwright/test/cli.js', ['install', 'chromium']);
  return playwrightBrowser();
}

async function playwrightBrowser() {
  if (!existsSync(join(root, 'node_modules/@playwright/test'))) return undefined;
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return isExecutable(path) ? path : undefined;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
