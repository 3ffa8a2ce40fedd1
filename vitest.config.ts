import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { shapes } from './apps/portal/vite/boot.ts';
import { ownSchemas } from './apps/portal/vite/schemas.ts';

/** Tests of code that runs once when a page starts (`….fresh.test.ts`), so each file needs a fresh page. */
const freshPages = ['src/**/*.fresh.test.{ts,tsx}'];

/** The portal's plugins read other files than the one that they transform, so their output is not cached. */
const notKept: Plugin = {
  name: 'not-kept',
  configureVitest: ({ project, experimental_defineCacheKeyGenerator: keyOf }) =>
    keyOf(({ environment }) => (environment.config.root === project.config.root ? false : undefined)),
};

const portal = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  root: 'apps/portal',
  plugins: [ownSchemas(), shapes(), notKept],
  oxc: { jsx: { runtime: 'automatic' } },
  define: { __COMMIT__: JSON.stringify('test'), __IS_FULL__: String(process.env['TEST_COUNTS'] === 'full') },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:4000/' } },
    setupFiles: ['wait-patiently.ts', 'quick-styles.ts', 'top-layer.ts', 'discard-toasts.ts', 'first-address.ts'].map(
      (file) => new URL(`apps/portal/src/testing/${file}`, import.meta.url).pathname,
    ),
    ...test,
  },
});

/** `npx vitest run --project api` uses PostgreSQL when TEST_DATABASE_URL is set, otherwise PGlite. */
export default defineConfig({
  test: {
    // Two cores are shared with PostgreSQL or one WASM database per file, so more workers only slow down every test.
    maxWorkers: 2,
    retry: 0,
    // A limit against tests that hang, not a measure of speed: a shared host can be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // Later steps of `npm test` that run the API again, and single files, need not transform its 600 files first.
    experimental: { fsModuleCache: true },
    projects: [
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['packages/client/src/**/*.test.ts'],
          globalSetup: 'scripts/client/build-before-tests.mjs',
        },
      },
      {
        extends: true,
        root: 'packages/cli',
        test: {
          name: 'cli',
          include: ['src/**/*.test.ts'],
          globalSetup: new URL('scripts/client/build-before-tests.mjs', import.meta.url).pathname,
        },
      },
      // The app keeps no state outside of createApp's arguments, so a worker imports it once instead of once per file.
      { extends: true, root: 'apps/api', test: { name: 'api', include: ['src/**/*.test.ts'], isolate: false } },
      // A worker imports the portal once instead of once per file, which halves the time.
      portal({ name: 'portal', include: ['src/**/*.test.{ts,tsx}'], exclude: freshPages, isolate: false }),
      portal({ name: 'portal, fresh pages', include: freshPages }),
      {
        extends: true,
        test: {
          name: 'scripts',
          globalSetup: 'scripts/client/build-before-tests.mjs',
          include: [
            'scripts/**/*.test.ts',
            'proofs/**/*.test.ts',
            'examples/**/*.test.ts',
            'apps/portal/vite/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
