import type { Rolldown } from 'vite';
import { allRoutes, routesOf } from './routes.ts';

/** What people open most, in this order: what rarer pages share with them comes with them in one file, not in one for every set of pages. */
const often = ['_merchant/payments/payin', '_merchant/index', '_merchant/payments/$paymentId'];

/**
 * The chunk of a module, by which pages show it: `vendor` and `app` come with every page, `signed-in` with those of a session;
 * what a few pages share stands with the one opened most. Null for what is loaded on use: dialogs and such.
 */
export const chunkOf: Rolldown.CodeSplittingNameFunction = (id, modules) => {
  if (id.startsWith('\0rolldown')) return 'vendor';
  // Whatever comes to show it by static imports.
  const above = new Set([id]);
  for (const at of above) for (const importer of modules.getModuleInfo(at)?.importers ?? []) above.add(importer);
  const routes = routesOf(above);
  const inside = routes.filter((route) => /^(_merchant|admin)(\/|$)/.test(route));
  const isMixed = inside.length > 0 && inside.length < routes.length;
  // Where everybody begins: what it shares with the pages of a session comes with every page.
  const isCommon = routes.includes('auth/signin') || routes.length > allRoutes.length / 4;
  const isInEntry = [...above].some((at) => modules.getModuleInfo(at)?.isEntry);
  if (isInEntry || (isMixed && isCommon)) return id.includes('node_modules') ? 'vendor' : 'app';
  if (isMixed) return 'forms';
  if (isCommon) return inside.length > 0 ? 'signed-in' : 'signed-out';
  const most = routes.length > 1 ? often.find((route) => routes.includes(route)) : undefined;
  return most === undefined ? routes.join('+') || null : `with ${most}`;
};
