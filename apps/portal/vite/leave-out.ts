import type { Plugin } from 'vite';

const plainLinks = '\0plain-links';
const plainIcons = '\0plain-icons';
const noInfiniteLists = '\0no-infinite-lists';
const preloadHelper = '\0vite/preload-helper.js';
const refuse = `() => { throw new Error('Links are plain <a href> here') }`;
const links = ['Link', 'createLink', 'linkOptions', 'useLinkProps'].map((name) => `export const ${name} = ${refuse};`);

// Every icon of ours is decoration: an <svg> with its paths, sized by the style sheet.
const icons = `import { createElement } from 'react';
const look = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' };
export default ({ node }) => ({ className, ...props }) =>
  createElement('svg', { ...look, ...props, className: 'lucide ' + (className ?? '') }, node.map((path) => createElement(...path)));`;

// What cannot be loaded is told as Vite's own helper tells it, and fails once those who heard it are done
// (shell/routing/reload-when-deployed.ts).
const preload = `export const __vitePreload = (load) => load().catch(async (error) => {
  const event = new Event('vite:preloadError');
  event.waiting = [];
  dispatchEvent(event);
  await Promise.all(event.waiting);
  throw error;
});`;

/**
 * Leaves out what every page would carry and none uses (5 kB brotli). The router's own link component: ours are plain
 * `<a href>`, which shell/routing/link-clicks.ts routes and preloads. Vite's preloading of a late part's style sheets:
 * there is one style sheet, in the page. Lucide's contexts, aliases and guesses around an icon's paths.
 * Endless lists: ours have pages. The router's own reload when code is missing: it would come without a look whether there
 * is another build, offline too, and take the page away.
 */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (/lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/.test(importer ?? '') && source === '../createLucideIcon.mjs') {
        return plainIcons;
      }
      if (source === './infiniteQueryBehavior.js') return noInfiniteLists;
      // React has had this hook for years.
      if (source === 'use-sync-external-store/shim') return this.resolve('react', importer);
      const isRouters = /@tanstack[\\/]react-router[\\/]/.test(importer ?? '');
      return isRouters && source === './link.js' ? plainLinks : undefined;
    },
    transform(code, id) {
      if (!/@tanstack[\\/]react-router[\\/].*lazyRouteComponent\.js/.test(id)) return undefined;
      const kept = code.replace(
        /if \(isModuleNotFoundError\(error\)[\s\S]*?\n\t\t\t\}\n\t\t\tthrow error;/,
        'throw error;',
      );
      if (kept === code) throw new Error('The router reloads in another way than it did: leave-out.ts must follow.');
      return { code: kept, map: null };
    },
    load(id) {
      if (id === plainLinks) return links.join('\n');
      if (id === plainIcons) return icons;
      if (id === noInfiniteLists)
        return `const refuse = () => { throw new Error('Lists have pages here') };
export { refuse as infiniteQueryBehavior, refuse as hasNextPage, refuse as hasPreviousPage };`;
      return id === preloadHelper ? preload : undefined;
    },
  };
}
