import { defineConfig } from 'vitest/config';

/** `npx vitest run --project api`; on PostgreSQL where TEST_DATABASE_URL names one, else on PGlite. */
export default defineConfig({
  test: {
    // Two cores are shared with PostgreSQL or a WASM database per file: more workers only make every test slower.
    maxWorkers: 2,
    retry: 0,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      // The app keeps nothing outside of what createApp is given: a worker imports it once, not once per file.
      { extends: true, root: 'apps/api', test: { name: 'api', include: ['src/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        root: 'apps/portal',
        oxc: { jsx: { runtime: 'automatic' } },
        define: { __COMMIT__: JSON.stringify('test') },
        test: {
          name: 'portal',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:4000/' } },
        },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts', 'apps/portal/vite/**/*.test.ts'] } },
    ],
  },
});
