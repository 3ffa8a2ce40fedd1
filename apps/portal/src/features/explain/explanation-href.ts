import { adminExplainHref, explainHref } from '#platform/hrefs.ts';
import type { ExplainSearch } from './explain-search.ts';

/** The page of an explanation: an administrator's when the figure names its merchant. */
export const explanationHref = (search: ExplainSearch): string =>
  search.merchantId === undefined ? explainHref(search) : adminExplainHref(search);
