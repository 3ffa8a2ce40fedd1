import { buildWhenStale } from '#scripts/build-when-stale.mjs';
import { findOrInstallBrowser } from '#scripts/find-browser.mjs';
import { runTool } from '#scripts/run-command.mjs';

// `npm run e2e -- e2e/sign-in.spec.ts`: the arguments after the dashes are passed to Playwright.
const browser = await findOrInstallBrowser();
if (!browser) {
  console.error('No Chrome or Chromium here: install one, or name it in CHROME_PATH.');
  process.exit(1);
}
if (!(await buildWhenStale())) process.exit(1);
const { code } = await runTool('@playwright/test/cli.js', ['test', ...process.argv.slice(2)], {
  env: { CHROME_PATH: browser },
});
process.exitCode = code;
