import type { Plugin, Rolldown } from 'vite';
import { allRoutes, routesOf } from './routes.ts';

/**
 * Lets the browser fetch the current page's code beside the entry instead of after it, and the font of first paint behind it.
 * Writes .vite/route-files.json, which the page-weight check reads.
 */
export function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      // In front of the style sheet: an inline script behind one waits for it.
      handler: (html, { bundle = {} }) =>
        html.replace('<script type="module"', (found) => `<script>${preloadScript(bundle)}</script>\n    ${found}`),
    },
    generateBundle(_options, bundle) {
      const source = JSON.stringify(listRouteFiles(bundle), null, 2);
      this.emitFile({ type: 'asset', fileName: '.vite/route-files.json', source });
    },
  };
}

/** Files every page needs at once, and what each address needs beside them. */
function listRouteFiles(bundle: Rolldown.OutputBundle): { entry: string[]; routes: Record<string, string[]> } {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  );
  const filesOf = (isWanted: (chunk: Rolldown.OutputChunk) => boolean): string[] => {
    const files = new Set([...chunks].flatMap(([file, chunk]) => (isWanted(chunk) ? [file] : [])));
    for (const file of files) for (const next of chunks.get(file)?.imports ?? []) files.add(next);
    return [...files];
  };
  const entry = filesOf(({ isEntry }) => isEntry);
  const routes = allRoutes.map((route): [string, string[]] => {
    // `_merchant/payments/$paymentId` → `/payments/$paymentId`.
    const address = route.split('/').filter((name) => name !== 'index' && !name.startsWith('_'));
    const files = filesOf(({ moduleIds }) => routesOf(moduleIds).includes(route));
    return [`/${address.join('/')}`, files.filter((file) => !entry.includes(file))];
  });
  // A layout and its index share an address: the longer list is the page people see there.
  return { entry, routes: Object.fromEntries(routes.toSorted(([, a], [, b]) => a.length - b.length)) };
}

/** A script of a few lines in the page itself: every `$` of an address stands for one part of the path. */
function preloadScript(bundle: Rolldown.OutputBundle): string {
  const { entry, routes } = listRouteFiles(bundle);
  const font = Object.keys(bundle).find((file) => /\/geist-latin[^/]*\.woff2$/.test(file));
  if (!font) throw new Error('The build has no font of words.');
  const files = [...new Set([...entry, ...Object.values(routes).flat()])];
  // Backwards, so that what is named stands before what `$` stands for.
  const addresses = Object.keys(routes).toSorted().toReversed();
  const table = addresses.map((address) => [address, ...(routes[address] ?? []).map((file) => files.indexOf(file))]);
  return `(()=>{const f=${JSON.stringify(files)},t=${JSON.stringify(table)};
const load=(file,kind)=>document.head.append(Object.assign(document.createElement('link'),{href:'/'+file,...kind}));
const r=t.find(([a])=>new RegExp('^'+a.replace(${String.raw`/\$[^/]+/g`},'[^/]+')+'/*$').test(location.pathname));
for(const i of [...f.slice(0,${entry.length}).keys(),...r?r.slice(1):[]])load(f[i],{rel:'modulepreload',...!i&&{id:'entry'}});
load('${font}',{rel:'preload',as:'font',type:'font/woff2',crossOrigin:'',fetchPriority:'low'})})()`;
}
