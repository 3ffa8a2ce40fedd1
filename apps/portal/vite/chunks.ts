import type { Rolldown } from 'vite';
import { allRoutes, routesOf } from './routes.ts';

/** What people open most: what rarer pages share with them comes in one file for each set of these, not for every set of pages. */
const often = ['_merchant/payments/payin', '_merchant/index', '_merchant/payments/$paymentId'];

/** What filters are made of, apart: a page without filters does not load them, and the overview has only days. */
const ofFilters = [
  ['days', /\/design\/filter\/(filter-chip|date-range|editors\/(date-range|editor-buttons))/],
  ['amounts', /\/(controls\/amount-input|money\/typed-amount)/],
  ['lists', /\/(design\/filter\/|lists\/list-(page|filters|empty))/],
] as const;

/**
 * The chunk of a module, by which pages show it: `vendor` and `app` come with every page, `signed-in` with those of a session;
 * what a few pages share stands with those opened most. Null for what is loaded on use: dialogs and such.
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
  const ofFilter = ofFilters.find(([, file]) => file.test(id));
  if (isCommon && !isInEntry && ofFilter) return ofFilter[0];
  if (isInEntry || (isMixed && isCommon)) return id.includes('node_modules') ? 'vendor' : 'app';
  if (isMixed) return 'forms';
  if (isCommon) return inside.length > 0 ? 'signed-in' : 'signed-out';
  const most = routes.length > 1 ? often.filter((route) => routes.includes(route)) : [];
  return most.length === 0 ? routes.join('+') || null : `with ${most.join('+')}`;
};
