import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const folder = fileURLToPath(new URL('../src/routes', import.meta.url));

/** `_merchant/payments/payin` of `_merchant/payments/payin.tsx`; a layout's own `route` is left out. */
const nameOf = (file: string): string => file.replaceAll('.', '/').replace(/(\/route)?\/tsx$/, '');

/** Every route by its file, layouts too. */
export const allRoutes: readonly string[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map(nameOf);

/**
 * The routes whose page (loader and component) is one of these modules, `…/src/routes/_merchant/payments/payin.tsx?tsr-split=…`;
 * a layout counts for every page within it.
 */
export function routesOf(moduleIds: Iterable<string>): string[] {
  const pages = Array.from(moduleIds).flatMap((id) => {
    const file = /src\/routes\/(.+\.tsx)\?tsr-split=(?:[a-zA-Z]+---)*component(?:---[a-zA-Z]+)*$/.exec(id)?.[1];
    return file ? [nameOf(file)] : [];
  });
  return allRoutes.filter((route) => pages.some((page) => page === '__root' || `${route}/`.startsWith(`${page}/`)));
}

/** The files that every page needs immediately, and the additional files of each address. Literal addresses come before those with a `$`. */
export function filesOfPages(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const filesOf = (isWanted: (chunk: Rolldown.OutputChunk) => boolean): string[] => {
    const files = new Set(chunks.filter(isWanted).map(({ fileName }) => fileName));
    for (const file of files) for (const next of (bundle[file] as Rolldown.OutputChunk).imports) files.add(next);
    return [...files];
  };
  const entry = filesOf(({ isEntry }) => isEntry);
  const pages = allRoutes.map((route): [address: string, files: string[]] => {
    // `_merchant/payments/$paymentId` → `/payments/$paymentId`.
    const address = route.split('/').filter((name) => name !== 'index' && !name.startsWith('_'));
    const files = filesOf(({ moduleIds }) => routesOf(moduleIds).includes(route));
    return [`/${address.join('/')}`, files.filter((file) => !entry.includes(file))];
  });
  // A layout and its index route share an address: the longer list is that of the visible page.
  pages.sort(([a, few], [b, more]) => b.localeCompare(a, 'en') || few.length - more.length);
  return { entry, routes: Object.fromEntries(pages) };
}
