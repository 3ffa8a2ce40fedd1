import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const source = fileURLToPath(new URL('../src/platform/early/begin-early-calls.ts', import.meta.url));

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
      script = await bundle(defined);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', (found) => `<script>${script}</script>\n    ${found}`),
    },
  };
}

async function bundle(define: Record<string, unknown>): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'error',
    define,
    plugins: [
      {
        name: 'early-entry',
        enforce: 'pre',
        resolveId: (id) => (id === 'early' ? '\0early' : undefined),
        load: (id) =>
          id === '\0early'
            ? `import { beginEarlyCalls } from ${JSON.stringify(source)}; beginEarlyCalls();`
            : undefined,
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: 'early', output: { format: 'iife', comments: false } },
    },
  })) as Rolldown.RolldownOutput[];
  const code = [made].flat()[0]?.output[0].code.trim();
  if (!code) throw new Error('The script of the early calls came out empty.');
  return code;
}
