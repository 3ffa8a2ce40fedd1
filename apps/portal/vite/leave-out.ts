import type { Plugin } from 'vite';

const plainLinks = '\0plain-links';
const preloadHelper = '\0vite/preload-helper.js';
const refuse = `() => { throw new Error('Links are plain <a href> here') }`;
const links = ['Link', 'createLink', 'linkOptions', 'useLinkProps'].map((name) => `export const ${name} = ${refuse};`);

/**
 * Leaves out what every page would carry and none uses (3 kB brotli). The router's own link component: ours are plain
 * `<a href>`, which shell/routing/link-clicks.ts routes and preloads. Vite's preloading of a late part's style sheets:
 * there is one style sheet, in the page.
 */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const isRouters = /@tanstack[\\/]react-router[\\/]/.test(importer ?? '');
      return isRouters && source === './link.js' ? plainLinks : undefined;
    },
    load(id) {
      if (id === plainLinks) return links.join('\n');
      return id === preloadHelper ? 'export const __vitePreload = (load) => load();' : undefined;
    },
  };
}
