import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/routes', import.meta.url));

/** `_merchant/payments/payin` of `_merchant/payments/payin.tsx`; a layout's own `route` is left out. */
const nameOf = (file: string): string => file.replaceAll('.', '/').replace(/(\/route)?\/tsx$/, '');

/** Every route by its file, layouts too. */
export const allRoutes: readonly string[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map(nameOf);

/** The routes whose page (loader and component) any of these modules is, `…/src/routes/_merchant/payments/payin.tsx?tsr-split=…`; a layout counts for every page within it. */
export function routesOf(moduleIds: Iterable<string>): string[] {
  const pages = Array.from(moduleIds).flatMap((id) => {
    const file = /src\/routes\/(.+\.tsx)\?tsr-split=(?:[a-zA-Z]+---)*component(?:---[a-zA-Z]+)*$/.exec(id)?.[1];
    return file ? [nameOf(file)] : [];
  });
  return allRoutes.filter((route) => pages.some((page) => page === '__root' || `${route}/`.startsWith(`${page}/`)));
}
