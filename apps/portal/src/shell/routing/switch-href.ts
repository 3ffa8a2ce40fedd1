import type { Page } from '#platform/hrefs.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';

/** The same page in another application; a page of one object leads to its list, and lists start at their first page. */
export function switchHref(location: { pathname: string; searchStr: string }, applicationId: string): string {
  const list = listAddress(location.pathname);
  const { page: _page, ...search } = list === location.pathname ? parseSearch(location.searchStr) : {};
  return list + stringifySearch({ ...search, applicationId });
}

function listAddress(pathname: string): string {
  const payouts: Page = '/payments/payout';
  if (pathname.startsWith('/payments/') && pathname !== payouts) return '/payments/payin' satisfies Page;
  return pathname.startsWith('/pay-by-link/') ? ('/pay-by-link' satisfies Page) : pathname;
}
