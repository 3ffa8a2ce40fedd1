import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { bundleInline } from './bundle-inline.ts';

const source = fileURLToPath(new URL('../../src/platform/early/begin-early-calls.ts', import.meta.url));

/**
 * Puts the first calls of a page into the page itself, as one small script in front of everything that is loaded
 * (platform/early). Its hash goes into the policy like those of the other inline scripts.
 */
export function earlyScript(): Plugin {
  let script = '';
  let defined: Record<string, unknown> = {};
  return {
    name: 'early-script',
    apply: 'build',
    configResolved(config) {
      defined = config.define ?? {};
    },
    async buildStart() {
      script = await bundleInline(
        `import { beginEarlyCalls } from ${JSON.stringify(source)}; beginEarlyCalls();`,
        defined,
      );
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', (found) => `<script>${script}</script>\n    ${found}`),
    },
  };
}
