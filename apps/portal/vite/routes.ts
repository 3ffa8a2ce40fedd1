import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/routes', import.meta.url));

/** `_merchant/payments/payin` of `_merchant/payments/payin.tsx`; a layout's own `route` is left out. */
const nameOf = (file: string): string => file.replaceAll('.', '/').replace(/(\/route)?\/tsx$/, '');

/** Every route by its file, layouts too. */
export const allRoutes: readonly string[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map(nameOf);

/** The route whose page (loader and component) this module is: `…/src/routes/_merchant/payments/payin.tsx?tsr-split=…`. */
export function pageOf(moduleId: string): string | undefined {
  const file = /src\/routes\/(.+\.tsx)\?tsr-split=(?:[a-zA-Z]+---)*component(?:---[a-zA-Z]+)*$/.exec(moduleId)?.[1];
  return file && nameOf(file);
}

/** `_merchant/payments/$paymentId` → `/payments/$paymentId`. */
export function addressOf(route: string): string {
  const names = route.split('/').filter((name) => name !== 'index' && !name.startsWith('_'));
  return `/${names.join('/')}`;
}

/** Whether one is shown wherever the other is: the route itself, a layout around it, the root. */
export const isAround = (layout: string, route: string): boolean =>
  layout === '__root' || layout === route || route.startsWith(`${layout}/`);
