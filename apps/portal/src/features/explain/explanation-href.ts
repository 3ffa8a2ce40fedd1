import { adminExplainHref, explainHref } from '#platform/hrefs.ts';
import type { ExplainSearch } from './explain-search.ts';

/** Whether figures are those of all merchants, also while an administrator has opened one. */
export const isOfAllMerchants = (): boolean => /^\/admin(?:\/|$)/.test(window.location.pathname);

/** The page of an explanation: an administrator's when the figure names its merchant, or is that of all. */
export const explanationHref = (search: ExplainSearch): string =>
  search.merchantId === undefined && !isOfAllMerchants() ? explainHref(search) : adminExplainHref(search);
