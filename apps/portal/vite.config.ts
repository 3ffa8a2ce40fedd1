import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildCommit } from './vite/build-commit.ts';
import { contentSecurity } from './vite/content-security.ts';
import { precompress } from './vite/precompress.ts';
import { preloadRoutes } from './vite/preload-routes.ts';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react({ compiler: true }),
    tailwindcss(),
    preloadRoutes(),
    // Order matters: the hashes and the compressed copies are made of the finished files.
    contentSecurity(),
    precompress(),
  ],
  define: { __COMMIT__: JSON.stringify(buildCommit()) },
  build: {
    target: 'es2023',
    manifest: true,
    license: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { comments: false } },
  },
});
