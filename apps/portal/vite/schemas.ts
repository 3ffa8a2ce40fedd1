import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const own = fileURLToPath(new URL('../src/schemas/zod-mini.ts', import.meta.url));

/** The portal, and the contract within it, read and write by src/schemas instead of the schema library (decision 5). */
export const ownSchemas = (): Plugin => ({
  name: 'own-schemas',
  enforce: 'pre',
  resolveId: { filter: { id: /^zod\/mini$/ }, handler: () => own },
});
