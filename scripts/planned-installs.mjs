import { findBrowser, hasHeadlessBrowser } from './find-browser.mjs';
import { canInstallPackages } from './install-package.mjs';
import { findPostgres } from './throwaway-postgres.mjs';

/** Which of the tests' requirements this machine already has. */
const look = () => ({
  hasPostgres: Boolean(process.env['TEST_DATABASE_URL'] || findPostgres()),
  hasHeadlessBrowser: hasHeadlessBrowser(),
  hasBrowser: Boolean(findBrowser()),
  mayInstallPackages: canInstallPackages(),
});

/**
 * The programs that `npm test` will install outside of the checkout, as a sentence; empty when there are none. It is printed
 * before the installation, which needs no confirmation.
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
