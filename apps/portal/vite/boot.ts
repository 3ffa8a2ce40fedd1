import { tsImport } from 'tsx/esm/api';
import type { Plugin, Rolldown } from 'vite';
import { bundleScript } from './bundle.ts';

interface Stage {
  captureShells: (script: string) => Promise<Record<string, string>>;
}

/**
 * Puts into the page itself what stands before its code (src/boot): the script that begins its first calls, in front of everything
 * that is loaded, and later raises and fills the instant shells, captured from the portal's own components, and begins the portal's
 * code; and the one style sheet. The hash of the script goes into the policy.
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
        const stage = (await tsImport('./capture.ts', import.meta.url)) as Stage;
        const shells = Object.entries(await stage.captureShells(portal));
        const templates = shells.map(([id, markup]) => `<template id="${id}">${markup}</template>`).join('');
        return inlineStyles(html, bundle)
          .replace(/<script type="module".*?<\/script>/, '')
          .replace('</body>', () => `${templates}</body>`)
          .replace('</script>', (end) => `${end}\n    <script>${script}</script>`);
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
