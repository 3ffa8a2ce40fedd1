import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildCommit } from './vite/build-commit.ts';
import { contentSecurity } from './vite/content-security.ts';
import { earlyScript } from './vite/in-page/early-script.ts';
import { firstLook } from './vite/in-page/first-look.ts';
import { leaveOut } from './vite/leave-out.ts';
import { leaveOutReact } from './vite/leave-out-react.ts';
import { monitoringWorker } from './vite/monitoring-worker.ts';
import { precompress } from './vite/precompress.ts';
import { preloadRoutes } from './vite/preload-routes.ts';

const everyPage =
  /node_modules\/(react|react-dom|scheduler|zod|@tanstack\/(react-router|router-core|history|store|react-store))\//;

// What sign-in and the entry need, by name: a pattern that catches more would make everyone wait for it.
const everySignIn =
  /portal\/src\/(shell\/routing\/page-title|platform\/(early\/early-calls|errors|hrefs|log|preferences|provider-api|safe-redirect|search-text|session\/(own-tab|session)|settings)\.|features\/session\/[\w-]+\.|lists\/(filters|list-search|read-search)\.|design\/(brand|controls\/(?!copy)|overlay\/(toast\.|tooltip|use-late)|late\/toast-queue|text\/text-link))|contract\/src\/(access|endpoint|environment|headers|ids|money|pay-in-words|period|portal-settings|provider-error|query-text|session|users)\.|plain-icons|icons\/triangle-exc/;

// What lists and details share; editors, panels and dialogs come late and stay apart.
const everyList =
  /@tanstack\/(react-query|query-core)\/|portal\/src\/(platform\/(merchant|query)|screen\/part-error|lists\/(list-(table|page|filters|empty)|use-found|stored)|shell\/frame|design\/(choose\/(search|select|is-typing|use-)|overlay\/(menu-button|row-menu|popover-button|sheet)|table|layout\/(page|filter|bread)|feedback\/(tag|skeleton|empty|error)|filter\/\S+-(filter|chip)\.|text|days\/date-presets))|contract\/src\/(pay-ins|merchants|page|account)/;

const isDemo = process.env['VITE_DEMO'] === 'true';

export default defineConfig({
  plugins: [
    leaveOut(),
    leaveOutReact(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A page's loader comes with the page, which index.html preloads: the entry holds only addresses and guards.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component'], ['pendingComponent'], ['errorComponent'], ['notFoundComponent']],
      },
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    monitoringWorker(),
    // In front of the route's code: the answer is on its way while that is read.
    earlyScript(),
    preloadRoutes([{ module: '/src/shell/routing/signed-in.ts', layouts: ['_merchant', 'admin'] }], !isDemo),
    // Behind both: it takes the entry's own tag away.
    ...(isDemo ? [] : [firstLook([leaveOut()])]),
    // Order matters: the hashes and the compressed copies are made of the finished files.
    contentSecurity(),
    precompress(),
  ],
  define: {
    __COMMIT__: JSON.stringify(buildCommit()),
    __DEMO__: JSON.stringify(isDemo),
  },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    manifest: true,
    license: { fileName: 'licences.md' },
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Lists of hashed names do not compress: the page preloads its own route (preload-routes.ts), hovering the next.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        comments: false,
        // One file of what every page needs compresses 2 % better than four, and changes only with the lockfile.
        codeSplitting: {
          groups: [
            { name: 'base', test: everyPage },
            { name: 'common', test: everySignIn, minShareCount: 4 },
            { name: 'lists', test: everyList, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
