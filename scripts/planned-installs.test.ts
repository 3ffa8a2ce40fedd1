import { expect, test } from 'vitest';
import { plannedInstalls } from '#scripts/planned-installs.mjs';

const bare = { hasPostgres: false, hasHeadlessBrowser: false, hasBrowser: false, mayInstallPackages: true };

test('a bare machine on which packages may be installed is told of both', () => {
  expect(plannedInstalls(bare)).toBe(
    'This run will install, outside of this checkout: PostgreSQL (apt-get install postgresql); ' +
      'a headless Chromium (apt-get install chromium-headless-shell).',
  );
});

test('what is there is not announced, and nothing is said where nothing will be installed', () => {
  expect(plannedInstalls({ ...bare, hasPostgres: true })).not.toContain('PostgreSQL');
  expect(plannedInstalls({ ...bare, hasPostgres: true, hasHeadlessBrowser: true, hasBrowser: true })).toBe('');
});

test('where no packages may be installed Playwright’s browser alone is', () => {
  expect(plannedInstalls({ ...bare, mayInstallPackages: false })).toMatch(
    /checkout: Chromium by Playwright, into its own cache/,
  );
  expect(plannedInstalls({ ...bare, hasBrowser: true, mayInstallPackages: false })).toBe('');
});
