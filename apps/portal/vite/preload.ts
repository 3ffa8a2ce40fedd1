import type { Plugin, Rolldown } from 'vite';
import { allRoutes, routesOf } from './routes.ts';

/** Files every page needs at once, and what each address needs beside them. */
interface RouteFiles {
  entry: string[];
  routes: Record<string, string[]>;
}

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
      handler(html, { bundle = {} }) {
        const script = `<script>${preloadScript(listRouteFiles(bundle), findFont(bundle))}</script>\n    `;
        // In front of the style sheet: an inline script behind one waits for it.
        return html.replace('<script type="module"', (found) => script + found);
      },
    },
    generateBundle(_options, bundle) {
      const source = JSON.stringify(listRouteFiles(bundle), null, 2);
      this.emitFile({ type: 'asset', fileName: '.vite/route-files.json', source });
    },
  };
}

function listRouteFiles(bundle: Rolldown.OutputBundle): RouteFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const withImports = (wanted: Rolldown.OutputChunk[]): string[] => {
    const files = new Set(wanted.map(({ fileName }) => fileName));
    for (const file of files)
      for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
    return [...files];
  };
  const entry = withImports(chunks.filter(({ isEntry }) => isEntry));
  const pages = chunks.map((chunk) => [chunk, routesOf(chunk.moduleIds)] as const);
  const filesOf = (route: string): string[] =>
    withImports(pages.flatMap(([chunk, routes]) => (routes.includes(route) ? [chunk] : []))).filter(
      (file) => !entry.includes(file),
    );
  // `_merchant/payments/$paymentId` → `/payments/$paymentId`.
  const addressOf = (route: string): string =>
    `/${route
      .split('/')
      .filter((name) => name !== 'index' && !name.startsWith('_'))
      .join('/')}`;
  const routes = allRoutes
    .filter((route) => route !== '__root')
    .map((route) => [addressOf(route), filesOf(route)] as const);
  // A layout and its index share an address: the longer list is the page people see there.
  return { entry, routes: Object.fromEntries(routes.toSorted(([, a], [, b]) => a.length - b.length)) };
}

function findFont(bundle: Rolldown.OutputBundle): string {
  const font = Object.keys(bundle).find((file) => /\/geist-latin[^/]*\.woff2$/.test(file));
  if (!font) throw new Error('The build has no font of words.');
  return font;
}

/** A script of a few lines in the page itself: every `$` of an address stands for one part of the path. */
function preloadScript({ entry, routes }: RouteFiles, font: string): string {
  const files = [...new Set([...entry, ...Object.values(routes).flat()])];
  const table = Object.entries(routes).map(([address, own]) => [address, ...own.map((file) => files.indexOf(file))]);
  const pattern = String.raw`/\$[^/]+/g`;
  return `(()=>{const f=${JSON.stringify(files)},t=${JSON.stringify(table)},p=location.pathname.replace(/(.)\\/+$/,'$1');
const load=(file,kind)=>document.head.append(Object.assign(document.createElement('link'),{href:'/'+file,...kind}));
const r=t.find(([a])=>a===p)||t.find(([a])=>a.includes('$')&&new RegExp('^'+a.replace(${pattern},'[^/]+')+'$').test(p));
for(const i of [...f.slice(0,${entry.length}).keys(),...r?r.slice(1):[]])load(f[i],{rel:'modulepreload',...!i&&{id:'entry'}});
load('${font}',{rel:'preload',as:'font',type:'font/woff2',crossOrigin:'',fetchPriority:'low'})})()`;
}
