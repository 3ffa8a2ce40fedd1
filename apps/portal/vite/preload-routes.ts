import type { Plugin, Rolldown } from 'vite';
import { addressOf, partsOf, readRoutePart, type RoutePart } from './route-parts.ts';

/** Files every page needs at once, and what each address needs beside them. */
export interface RouteFiles {
  entry: string[];
  routes: Record<string, string[]>;
}

/** A module that pages below some layouts load by their guards, and so never appears among their imports. */
export interface Companion {
  module: string;
  layouts: readonly string[];
}

/**
 * Lets the browser fetch the current route's code beside the entry instead of after it, and the fonts of first paint.
 * Writes .vite/route-files.json, which the page-weight check reads.
 */
export function preloadRoutes(companions: readonly Companion[], hasFirstLook: boolean): Plugin {
  return {
    name: 'preload-routes',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const files = listRouteFiles(bundle, companions);
        const early = `<script>${preloadScript(files, findFonts(bundle), hasFirstLook)}</script>\n    `;
        // By the script, like font and route: links of the page would be asked for in front of its first calls, which
        // then wait for one of a server's six connections.
        const own = html.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '');
        // In front of the style sheet: an inline script behind one waits for it.
        return own.replace('<script type="module"', (found) => early + found);
      },
    },
    generateBundle(_options, bundle) {
      const source = JSON.stringify(listRouteFiles(bundle, companions), null, 2);
      this.emitFile({ type: 'asset', fileName: '.vite/route-files.json', source });
    },
  };
}

function listRouteFiles(bundle: Rolldown.OutputBundle, companions: readonly Companion[]): RouteFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byModule = new Map(chunks.map((chunk) => [chunk.facadeModuleId ?? '', chunk]));
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The build has no entry.');
  const atOnce = withImports(bundle, [entry.fileName]);
  const parts = [...byModule.keys()].map(readRoutePart).filter((part): part is RoutePart => part !== undefined);
  const companionsOf = ({ id }: RoutePart): string[] =>
    companions
      .filter(({ layouts }) => layouts.some((layout) => id === layout || id.startsWith(`${layout}/`)))
      .flatMap(({ module }) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))?.fileName ?? []);
  const filesOf = (part: RoutePart): string[] => {
    const own = partsOf(part, parts).flatMap(({ moduleId }) => byModule.get(moduleId)?.fileName ?? []);
    own.push(...companionsOf(part));
    return withImports(bundle, own).filter((file) => !atOnce.includes(file));
  };
  const pages = parts
    .filter((part) => part.id !== '__root')
    .map((part) => [addressOf(part.id), filesOf(part)] as const);
  // A layout and its index share an address: the longer list is the page people see there.
  const routes = Object.fromEntries(pages.sort(([, a], [, b]) => a.length - b.length));
  return { entry: atOnce, routes };
}

function withImports(bundle: Rolldown.OutputBundle, files: string[], seen = new Set<string>()): string[] {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') withImports(bundle, chunk.imports, seen);
  }
  return [...seen];
}

interface Fonts {
  words: string;
  /** Of ids and references, which the first rows of a list show. */
  figures: string;
}

function findFonts(bundle: Rolldown.OutputBundle): Fonts {
  const find = (name: RegExp): string => {
    const font = Object.keys(bundle).find((file) => name.test(file));
    if (!font) throw new Error(`The build has no font ${name}.`);
    return font;
  };
  return { words: find(/\/geist-latin[^/]*\.woff2$/), figures: find(/\/geist-mono-latin[^/]*\.woff2$/) };
}

/** Milliseconds the code waits for a first look on a fast line. */
const patience = 250;

/**
 * A script of a few lines in the page itself: every `$` of an address stands for one part of the path. The code is loaded at
 * once; but on a fast line, where it would only be in the way of a first look (src/first-look), when that calls `loadCode`.
 */
function preloadScript({ entry, routes }: RouteFiles, fonts: Fonts, hasFirstLook: boolean): string {
  const files = [...new Set([...entry, ...Object.values(routes).flat()])];
  const table = Object.entries(routes).map(([address, own]) => [address, ...own.map((file) => files.indexOf(file))]);
  const pattern = String.raw`/\$[^/]+/g`;
  return `(()=>{const f=${JSON.stringify(files)},t=${JSON.stringify(table)},p=location.pathname.replace(/(.)\\/+$/,'$1');
const load=(file,kind)=>document.head.append(Object.assign(document.createElement('link'),{href:'/'+file,...kind}));
for(const font of ['${fonts.words}',...window.earlyList?['${fonts.figures}']:[]])load(font,{rel:'preload',as:'font',type:'font/woff2',crossOrigin:''});
let begin=()=>{begin=()=>{};const r=t.find(([a])=>a===p)||t.find(([a])=>a.includes('$')&&new RegExp('^'+a.replace(${pattern},'[^/]+')+'$').test(p));
for(const i of [...f.slice(0,${entry.length}).keys(),...r?r.slice(1):[]])load(f[i],{rel:'modulepreload',...!i&&{id:'entry'}})};
loadCode=()=>begin();
${hasFirstLook}&&(window.earlyList||p==='/auth/signin')&&isFastLine?setTimeout(loadCode,${patience}):loadCode()})()`;
}
