import type { Rolldown } from 'vite';
import { allRoutes, isAround, pageOf } from './routes.ts';

type ModuleLook = Pick<Rolldown.ModuleInfo, 'isEntry' | 'importers'>;
interface Modules {
  getModuleInfo: (id: string) => ModuleLook | null;
}

/** Where everybody begins: what it shares with the pages of a session comes with every page. */
const firstPage = 'auth/signin';

/** What dialogs, sheets, menus and popovers are made of, which all need the same of it, and what those of filters hold: loaded on use, in one go. */
const isOfOverlays = (id: string): boolean =>
  /\/node_modules\/@(base-ui|floating-ui)\/|\/design\/(overlay\/panels\/(?!toast)|filter\/editors\/)/.test(id);

const isSignedIn = (route: string): boolean => /^(_merchant|admin)(\/|$)/.test(route);

/**
 * The chunk of a module, by which pages show it: `vendor` and `app` come with every page, `signed-in` with those of a session;
 * what a few pages share stands with them. Null for what is loaded on use: dialogs and such.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  if (id.startsWith('\0rolldown')) return 'vendor';
  const { isInEntry, routes } = shownBy(id, modules);
  const inside = routes.filter(isSignedIn);
  const isMixed = inside.length > 0 && inside.length < routes.length;
  const isCommon = routes.includes(firstPage) || routes.length > allRoutes.length / 4;
  if (isInEntry || (isMixed && isCommon)) return id.includes('node_modules') ? 'vendor' : 'app';
  if (isMixed) return 'forms';
  if (isCommon) return inside.length > 0 ? 'signed-in' : 'signed-out';
  if (routes.length === 0 && isOfOverlays(id)) return 'overlays';
  return routes.join('+') || null;
}

/** Who comes to show a module by static imports: the entry, and pages; a layout counts for every page within it. */
function shownBy(id: string, modules: Modules): { isInEntry: boolean; routes: string[] } {
  const seen = new Set<string>();
  const pages = new Set<string>();
  let isInEntry = false;
  const follow = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const { isEntry = false, importers = [] } = modules.getModuleInfo(at) ?? {};
    isInEntry ||= isEntry;
    const page = pageOf(at);
    if (page !== undefined) pages.add(page);
    for (const importer of importers) follow(importer);
  };
  follow(id);
  const isShown = (route: string): boolean => [...pages].some((page) => isAround(page, route));
  return { isInEntry, routes: allRoutes.filter(isShown) };
}

/** For the bundler. What a module brings along is shown wherever it is: no chunk needs one that is shared less. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: chunkOf, debugName: 'pages', includeDependenciesRecursively: false },
];
