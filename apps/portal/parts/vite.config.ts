import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page of parts: `npx vite apps/portal/parts`. Development only; the product's build does not know it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ compiler: true }), tailwindcss()],
  server: { port: 4310, strictPort: true },
});
