import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Tests of what a page knows from the moment it begins, `….fresh.test.ts`: each stands on a page nobody has used. */
const freshPages = ['src/**/*.fresh.test.{ts,tsx}'];

const portal = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  root: 'apps/portal',
  oxc: { jsx: { runtime: 'automatic' } },
  define: { __COMMIT__: JSON.stringify('test') },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:4000/' } },
    setupFiles: [new URL('apps/portal/src/testing/wait-patiently.ts', import.meta.url).pathname],
    ...test,
  },
});

/** `npx vitest run --project api`; on PostgreSQL where TEST_DATABASE_URL names one, else on PGlite. */
export default defineConfig({
  test: {
    // Two cores are shared with PostgreSQL or a WASM database per file: more workers only make every test slower.
    maxWorkers: 2,
    retry: 0,
    // Against what hangs, no measure of speed: the cores of a shared host are at times ten times slower.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Its default of one second is too short for a machine that does something else.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      // The app keeps nothing outside of what createApp is given: a worker imports it once, not once per file.
      { extends: true, root: 'apps/api', test: { name: 'api', include: ['src/**/*.test.ts'], isolate: false } },
      // A worker imports the portal once, not once per file: half the time.
      portal({ name: 'portal', include: ['src/**/*.test.{ts,tsx}'], exclude: freshPages, isolate: false }),
      portal({ name: 'portal, fresh pages', include: freshPages }),
      {
        extends: true,
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', 'examples/**/*.test.ts', 'apps/portal/vite/**/*.test.ts'],
        },
      },
    ],
  },
});
