/** One route file's component chunk: `src/routes/_merchant/payments/payin.tsx?tsr-split=component`. */
export interface RoutePart {
  /** `_merchant/payments/payin`; a layout's own `route` is left out. */
  id: string;
  moduleId: string;
}

/** The component part of a route file, or undefined for any other module. */
export function readRoutePart(moduleId: string): RoutePart | undefined {
  const path = /src\/routes\/(.+)\.tsx\?tsr-split=(?:[a-zA-Z]+---)*component(?:---[a-zA-Z]+)*$/.exec(moduleId)?.[1];
  if (path === undefined) return undefined;
  return { id: path.replaceAll('.', '/').replace(/\/route$/, ''), moduleId };
}

/** `_merchant/payments/$paymentId` → `/payments/$paymentId`. */
export function addressOf(id: string): string {
  const parts = id.split('/').filter((part) => part !== 'index' && !part.startsWith('_'));
  return `/${parts.join('/')}`;
}

/** The root, the layouts around a page and the page itself, in this order. */
export function partsOf(page: RoutePart, parts: readonly RoutePart[]): RoutePart[] {
  const isAround = ({ id }: RoutePart): boolean => id === '__root' || page.id === id || page.id.startsWith(`${id}/`);
  return parts.filter(isAround).sort((a, b) => a.id.length - b.id.length);
}
