import type { Rolldown } from 'vite';
import { allRoutes, routesOf } from './routes.ts';

/** What people open most: what rarer pages share with one of them comes with it, and what they share with several in one file. */
const often = ['_merchant/payments/payin', '_merchant/index', '_merchant/payments/$paymentId'];

/** Of what many pages share, only lists show filters, and only forms and filters have amounts: they stand apart. */
const apart = [
  ['amounts', /\/(controls\/amount-input|money\/typed-amount)/],
  [
    'lists',
    /\/(design\/filter\/(?!filter-chip|date-range|editors\/date-range|editors\/editor-buttons)|lists\/list-(page|filters|empty))/,
  ],
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
  const [name] = apart.find(([, file]) => file.test(id)) ?? [];
  if (isCommon && !isInEntry && name !== undefined) return name;
  if (isInEntry || (isMixed && isCommon)) return id.includes('node_modules') ? 'vendor' : 'app';
  if (isMixed) return 'forms';
  if (isCommon) return inside.length > 0 ? 'signed-in' : 'signed-out';
  const most = routes.length > 1 ? often.filter((route) => routes.includes(route)) : [];
  if (most.length === 0) return routes.join('+') || null;
  return most.length > 1 ? 'with several' : `with ${most[0]}`;
};
