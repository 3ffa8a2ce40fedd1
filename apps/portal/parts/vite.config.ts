import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A page with every control: `npx vite apps/portal/parts`. Development only; the product's build does not include it. */
export default defineConfig({
  root: import.meta.dirname,
  // A separate cache, so that it can run alongside the portal's dev server.
  cacheDir: 'node_modules/.vite',
  plugins: [react(), tailwindcss()],
  server: { port: 4310, strictPort: true },
});
