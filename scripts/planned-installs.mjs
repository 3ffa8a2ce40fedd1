import { findBrowser, hasHeadlessBrowser } from './find-browser.mjs';
import { canInstallPackages } from './install-package.mjs';
import { findPostgres } from './throwaway-postgres.mjs';

/** What this machine has of what the tests need beside Node. */
const look = () => ({
  hasPostgres: Boolean(process.env['TEST_DATABASE_URL'] || findPostgres()),
  hasHeadlessBrowser: hasHeadlessBrowser(),
  hasBrowser: Boolean(findBrowser()),
  mayInstallPackages: canInstallPackages(),
});

/**
 * What `npm test` will install outside of the checkout, a sentence; empty when nothing. Said before anything is installed, never asked.
 * @param {ReturnType<typeof look>} [machine]
 * @returns {string}
 */
export function plannedInstalls({ hasPostgres, hasHeadlessBrowser, hasBrowser, mayInstallPackages } = look()) {
  const planned = [
    !hasPostgres && mayInstallPackages && 'PostgreSQL (apt-get install postgresql)',
    !hasHeadlessBrowser && mayInstallPackages && 'a headless Chromium (apt-get install chromium-headless-shell)',
    !hasBrowser && !mayInstallPackages && 'Chromium by Playwright, into its own cache (unless it is there)',
  ].filter(Boolean);
  return planned.length === 0 ? '' : `This run will install, outside of this checkout: ${planned.join('; ')}.`;
}
