import { expect, test } from 'vitest';
import { plannedInstalls } from '#scripts/planned-installs.mjs';

const bare = { hasPostgres: false, hasHeadlessBrowser: false, hasBrowser: false, mayInstallPackages: true };

test('announces both installations on a bare machine that can install packages', () => {
  expect(plannedInstalls(bare)).toBe(
    'This run will install, outside of this checkout: PostgreSQL (apt-get install postgresql); ' +
      'a headless Chromium (apt-get install chromium-headless-shell).',
  );
});

test('does not announce what exists, and prints nothing when nothing will be installed', () => {
  expect(plannedInstalls({ ...bare, hasPostgres: true })).not.toContain('PostgreSQL');
  expect(plannedInstalls({ ...bare, hasPostgres: true, hasHeadlessBrowser: true, hasBrowser: true })).toBe('');
});

test('announces only Playwright’s browser when packages cannot be installed', () => {
  expect(plannedInstalls({ ...bare, mayInstallPackages: false })).toMatch(
    /checkout: Chromium by Playwright, into its own cache/,
  );
  expect(plannedInstalls({ ...bare, hasBrowser: true, mayInstallPackages: false })).toBe('');
});
