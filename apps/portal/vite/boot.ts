import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { bundleScript, importModule } from './bundle.ts';

const capture = fileURLToPath(new URL('./capture.ts', import.meta.url));

/**
 * Puts into the page itself what stands before its code (src/boot): the script that begins its first calls, in front of everything
 * that is loaded, and later raises and fills the instant shells, captured from the portal's own components; and the one style
 * sheet. The portal's code begins once a shell is painted. The hashes of the scripts go into the policy.
 */
export function boot(): Plugin {
  let defined: Record<string, unknown> = {};
  return {
    name: 'boot',
    apply: 'build',
    configResolved: ({ define = {} }) => void (defined = define),
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const script = await bundleScript('boot/in-page.ts', defined);
        const portal = await bundleScript('main.tsx', { __COMMIT__: '"capture"', __DEMO__: 'false' });
        const stage = await importModule<{ captureShells: (script: string) => Promise<Record<string, string>> }>(
          capture,
        );
        const shells = Object.entries(await stage.captureShells(portal));
        const templates = shells.map(([id, markup]) => `<template id="${id}">${markup}</template>`).join('');
        const styled = inlineStyles(html, bundle);
        return beginEntry(styled.replace('</body>', () => `${templates}</body>`)).replace(
          '</script>',
          (end) => `${end}\n    <script>${script}var first=boot.beginCalls()</script>`,
        );
      },
    },
  };
}

/** One file less to wait for: the page is not painted without it. */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle | undefined): string {
  const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html);
  const sheet = bundle?.[link?.[1] ?? ''];
  if (!link?.[1] || sheet?.type !== 'asset') throw new Error('The page has no style sheet of its own.');
  delete bundle?.[link[1]];
  return html.replace(link[0], () => `<style>${String(sheet.source).trim()}</style>`);
}

/** What cannot be begun is an error of the entry's link, which the page says (index.html). */
function beginEntry(html: string): string {
  const tag = /<script type="module"( crossorigin)? src="([^"]+)"><\/script>/.exec(html);
  if (!tag) throw new Error('The page has no entry.');
  const begin = `boot.showInstantShell(first).then(()=>import("${tag[2]}")).catch(()=>entry.dispatchEvent(new Event("error")))`;
  return html.replace(tag[0], '').replace('</body>', () => `  <script>${begin}</script>\n  </body>`);
}
