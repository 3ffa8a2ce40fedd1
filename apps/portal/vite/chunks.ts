import type { Rolldown } from 'vite';
import { allRoutes, routesOf } from './routes.ts';

/** The pages opened most: code that rarer pages share with one of them is in its chunk, code shared with several in one file. */
const often = ['_merchant/payments/payin', '_merchant/index', '_merchant/payments/$paymentId'];

/** Shared by many pages, but filters only by lists, and amounts only by forms and filters: each gets its own file. */
const apart = [
  ['amounts', /\/(controls\/amount-input|money\/typed-amount)/],
  [
    'lists',
    /\/(design\/filter\/(?!filter-chip|open-filter|date-range|editors\/date-range|editors\/editor-buttons)|layout\/filter-bar|lists\/(list-(page|filters|bar|printed)|offered-filters))/,
  ],
] as const;

/**
 * Chooses the chunk of a module by the pages that import it: `vendor` and `app` load with every page, `signed-in` with pages of a
 * session. A module that a few pages share is in the chunk of the page opened most often. Null for lazily loaded code such as
 * dialogs.
 */
export const chunkOf: Rolldown.CodeSplittingNameFunction = (id, modules) => {
  if (id.startsWith('\0rolldown')) return 'vendor';
  // All modules that import it, directly or indirectly, by static imports.
  const above = new Set([id]);
  for (const at of above) for (const importer of modules.getModuleInfo(at)?.importers ?? []) above.add(importer);
  const routes = routesOf(above);
  const inside = routes.filter((route) => /^(_merchant|admin)(\/|$)/.test(route));
  const isMixed = inside.length > 0 && inside.length < routes.length;
  // Every user starts at sign-in, so modules that it shares with signed-in pages load with every page.
  const isCommon = routes.includes('auth/signin') || routes.length > allRoutes.length / 4;
  const isInEntry = [...above].some((at) => modules.getModuleInfo(at)?.isEntry);
  const [name] = apart.find(([, file]) => file.test(id)) ?? [];
  if (isCommon && !isInEntry && name !== undefined) return name;
  if (isInEntry || (isMixed && isCommon)) return id.includes('node_modules') ? 'vendor' : 'app';
  if (isMixed) return 'forms';
  if (isCommon) return inside.length > 0 ? 'signed-in' : 'signed-out';
  const most = routes.length > 1 ? often.filter((route) => routes.includes(route)) : [];
  if (most.length === 0) return routes.join('+') || null;
  return most.length > 1 ? 'with several' : `with ${most[0]}`;
};
