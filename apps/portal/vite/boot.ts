import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { build, type Plugin, type Rolldown } from 'vite';
import { filesOfPages } from './routes.ts';
import { ownSchemas } from './schemas.ts';

const src = fileURLToPath(new URL('../src/', import.meta.url));

interface Stage {
  captureShells: (script: string) => Promise<Record<string, string>>;
  prerenderSignIn: (script: string) => Promise<string>;
}

/**
 * Inlines into the page everything that runs before its code (src/boot): the style sheet, and the script that sends the first API
 * calls, preloads the code for the address, shows and fills the instant shells (captured from the portal's own components), and
 * starts the portal. Writes .vite/route-files.json, which the page-weight check reads.
 */
export function boot(define: Record<string, string>): Plugin {
  return {
    name: 'boot',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        const font = Object.keys(bundle).find((file) => /\/geist-latin[^/]*\.woff2$/.test(file));
        if (!font) throw new Error('The build has no font of words.');
        const files = JSON.stringify({ ...filesOfPages(bundle), font });
        const script = await bundleScript('boot/in-page.ts', { ...define, __FILES__: files });
        const defined = { __COMMIT__: '"capture"', __DEMO__: 'false' };
        const portal = await bundleScript('main.tsx', defined);
        const prerender = await bundleScript('prerender.tsx', defined);
        const stage = (await tsImport('./capture.ts', import.meta.url)) as Stage;
        const shells = Object.entries({
          ...(await stage.captureShells(portal)),
          'page-sign-in': await stage.prerenderSignIn(prerender),
        });
        const templates = shells.map(([id, markup]) => `<template id="${id}">${markup}</template>`).join('');
        return inlineStyles(html, bundle)
          .replace(/<script type="module".*?<\/script>/, '')
          .replace('</body>', () => `${templates}</body>`)
          .replace('</script>', (end) => `${end}\n    <script>${script}</script>`);
      },
    },
    generateBundle(_options, bundle) {
      const source = JSON.stringify(filesOfPages(bundle), null, 2);
      this.emitFile({ type: 'asset', fileName: '.vite/route-files.json', source });
    },
  };
}

/** One file less to wait for: the page is not painted without it. */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  const sheet = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'));
  if (sheet?.type !== 'asset') throw new Error('The page has no style sheet of its own.');
  delete bundle[sheet.fileName];
  return html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(sheet.source).trim()}</style>`);
}

/** A module of src/ and everything it loads, bundled as one inline script. */
async function bundleScript(input: string, define: Record<string, string>): Promise<string> {
  const noStyles: Plugin = { name: 'no-styles', enforce: 'pre', load: { filter: { id: /\.css$/ }, handler: () => '' } };
  const output = { format: 'iife', comments: false, codeSplitting: false } as const;
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define,
    plugins: [ownSchemas(), shapes(), noStyles],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: src + input, preserveEntrySignatures: 'allow-extension', output },
    },
  });
  return (made as Rolldown.RolldownOutput).output[0].code.trim();
}

/** Replaces src/boot/shapes.ts by its computed values, because reading them needs neither the schemas nor their library. */
export function shapes(): Plugin {
  return {
    name: 'shapes',
    load: {
      filter: { id: /\/src\/boot\/shapes\.ts$/ },
      handler: async (id) => {
        const values = Object.entries((await tsImport(id, import.meta.url)) as object);
        return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
      },
    },
  };
}
