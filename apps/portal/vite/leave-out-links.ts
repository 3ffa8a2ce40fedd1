import type { Plugin } from 'vite';

const stub = '\0plain-links';

/**
 * Leaves the router's own link component out of the build (2 kB brotli of every page): ours are plain `<a href>`,
 * which shell/routing/link-clicks.ts routes and preloads. The router's route objects hold on to it otherwise.
 */
export function leaveOutLinks(): Plugin {
  return {
    name: 'leave-out-links',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const isRouters = /@tanstack[\\/]react-router[\\/]/.test(importer ?? '');
      return isRouters && source === './link.js' ? stub : undefined;
    },
    load(id) {
      if (id !== stub) return undefined;
      const refuse = `() => { throw new Error('Links are plain <a href> here') }`;
      return ['Link', 'createLink', 'linkOptions', 'useLinkProps']
        .map((name) => `export const ${name} = ${refuse};`)
        .join('\n');
    },
  };
}
