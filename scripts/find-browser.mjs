import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackage } from './install-package.mjs';
import { root, runTool } from './run-command.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @returns {string | undefined} the path of a Chrome or Chromium: CHROME_PATH, else one on the PATH, else Playwright's own */
export function findBrowser() {
  const given = process.env['CHROME_PATH'];
  if (given) return isExecutable(given) ? given : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...places].find(isExecutable);
}

/**
 * The same, after Playwright's own Chromium and installing one: Debian's when we may, else Playwright's.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallBrowser() {
  const found = findBrowser() ?? (await playwrightBrowser());
  if (found || process.env['CHROME_PATH']) return found;
  if (canInstallPackages()) {
    console.log('No Chrome or Chromium here: installing Debian’s …');
    if (await installPackage('chromium')) return findBrowser();
  }
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
