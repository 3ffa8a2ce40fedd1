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

/** The commit this build is made of, sent as x-caller-version (§7); the package's version where there is no git. */
const commit =
  process.env['COMMIT'] ||
  spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ||
  version;
const define = { __COMMIT__: JSON.stringify(commit), __DEMO__: String(process.env['VITE_DEMO'] === 'true') };

export default defineConfig({
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      // A page's loader comes with the page, which index.html preloads: the entry holds only addresses and guards.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
      addExtensions: true,
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    ownSchemas(),
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
    // One style sheet, which stands in the page: no part that is loaded on use brings another.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // Lists of hashed names do not compress: the page preloads its own route by a script (src/boot/in-page.ts), hovering the next.
      // Links of the page would be asked for in front of its first calls, which then wait for one of a server's six connections.
      resolveDependencies: () => [],
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        comments: false,
        // Without names: those of every page stand in the page itself. .vite/manifest.json tells what is in which.
        chunkFileNames: 'assets/[hash].js',
        // What a module brings along is shown wherever it is: no chunk needs one that is shared less.
        codeSplitting: { groups: [{ name: chunkOf, includeDependenciesRecursively: false }] },
      },
    },
  },
});
