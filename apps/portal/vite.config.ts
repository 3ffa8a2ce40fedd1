import { spawnSync } from 'node:child_process';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { version } from './package.json' with { type: 'json' };
import { boot, shapes } from './vite/boot.ts';
import { chunkOf } from './vite/chunks.ts';
import { finish } from './vite/finish.ts';
import { ownSchemas } from './vite/schemas.ts';
import { withoutSummaries } from './vite/summaries.ts';

/** The commit of this build, sent as x-caller-version (§7); the package's version when git is not available. */
const commit =
  process.env['COMMIT'] ||
  spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ||
  version;
const define = { __COMMIT__: JSON.stringify(commit), __DEMO__: String(process.env['VITE_DEMO'] === 'true') };

export default defineConfig({
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      // A page's loader is in the page's chunk, which index.html preloads: the entry contains only addresses and guards.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
      addExtensions: true,
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    ownSchemas(),
    // The API of the demo runs in the browser and records what it does.
    process.env['VITE_DEMO'] !== 'true' && withoutSummaries(),
    shapes(),
    boot(define),
    finish(),
  ],
  define,
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    manifest: true,
    license: { fileName: 'licences.md' },
    assetsInlineLimit: 0,
    // One style sheet, inlined in the page: no lazily loaded chunk has another one.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // No modulepreload lists: they contain hashed names, which do not compress. The page preloads its own route with a script
      // (src/boot/in-page.ts), and hovering preloads the next. Links in the page would also be requested before its first API calls, which
      // would then wait for one of a server's six connections.
      resolveDependencies: () => [],
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        comments: false,
        // File names without chunk names, because the names for every page are in the page itself. .vite/manifest.json says which module
        // is in which chunk.
        chunkFileNames: 'assets/[hash].js',
        // A module takes its imports with it into its chunk, so that no chunk imports one that fewer pages share.
        codeSplitting: { groups: [{ name: chunkOf, includeDependenciesRecursively: false }] },
      },
    },
  },
});
