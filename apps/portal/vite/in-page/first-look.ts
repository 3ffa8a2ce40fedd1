import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { bundleInline } from './bundle-inline.ts';
import { captureLooks, type Looks } from './capture.ts';

const source = fileURLToPath(new URL('../../src/first-look/first-look.ts', import.meta.url));

/**
 * Puts the first look of a page into the page itself (src/first-look): what the portal draws before it knows more, as
 * templates; the script that raises and fills them; and the one style sheet. That script loads the portal's code
 * (vite/preload-routes) and begins it once the first rows are painted. `besides` are the build's own plugins for libraries.
 */
export function firstLook(besides: Plugin[]): Plugin {
  let looks: Promise<Looks>;
  let script: Promise<string>;
  return {
    name: 'first-look',
    apply: 'build',
    buildStart() {
      script = bundleInline(
        `import { showFirstLook } from ${JSON.stringify(source)}; window.firstLook = showFirstLook();`,
      );
      looks = captureLooks(besides);
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const { list, signIn } = await looks;
        const templates = `<template id="look-list">${list}</template><template id="look-sign-in">${signIn}</template>`;
        const root = '<div id="root"></div>';
        return beginEntry(inlineStyles(html, bundle), await script).replace(root, () => `${root}\n    ${templates}`);
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

/** What cannot be begun is an error of the entry's link, of which the page tells (index.html). */
function beginEntry(html: string, script: string): string {
  const tag = /<script type="module"( crossorigin)? src="([^"]+)"><\/script>/.exec(html);
  if (!tag) throw new Error('The page has no entry.');
  const load = `loadCode();return import("${tag[2]}")`;
  const begin = `firstLook.then(()=>{${load}}).catch(()=>entry.dispatchEvent(new Event("error")))`;
  return html.replace(tag[0], '').replace('</body>', () => `  <script>${script}${begin}</script>\n  </body>`);
}
