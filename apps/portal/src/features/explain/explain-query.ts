import { queryOptions } from '@tanstack/react-query';
import { ExplainQuery, explainFigure, listFigureLegs } from '@volume/contract/explain/explain.ts';
import { type FigureName, figures } from '@volume/contract/explain/figures.ts';
import * as z from 'zod/mini';
import { NotThereError } from '#platform/errors.ts';
import { currentApplicationId } from '#platform/hrefs.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';
import { merchantIdInCalls, readSession } from '#platform/session/session.ts';
import type { ExplainSearch } from './explain-search.ts';
import { isOfAllMerchants } from './explanation-href.ts';

const explainKeys = keysOf('explain');

export const legsPerPage = 50;

/** Whether the address names a figure. */
export const isFigure = (name: string | undefined): name is FigureName => name !== undefined && name in figures;

/**
 * The query of GET explain: the figure's own filters, with the application and the opened merchant of the page.
 * @throws NotThereError when the address is not one of a figure
 */
function toQuery({ part: _part, key: _key, page: _page, ...search }: ExplainSearch): ExplainQuery {
  const { figure } = search;
  if (!isFigure(figure)) throw new NotThereError('We can’t find this figure. Its link may be incomplete.');
  const { needs, accepts, merchants } = figures[figure];
  const applicationId = currentApplicationId();
  const query = z.safeParse(ExplainQuery, {
    ...search,
    merchantId:
      search.merchantId ?? (merchants === 'ALL' || isOfAllMerchants() ? undefined : merchantIdInCalls(readSession())),
    applicationId: [...needs, ...accepts].includes('applicationId') ? applicationId : undefined,
  });
  if (!query.success) throw new NotThereError('We can’t find this figure. Its link may be incomplete.');
  return query.data;
}

/** Recomputed each time it is opened. */
const always = { gcTime: 0, staleTime: Infinity } as const;

export function explanationQuery(search: ExplainSearch) {
  const applicationId = currentApplicationId();
  return queryOptions({
    queryKey: explainKeys.of('sums', search, applicationId),
    queryFn: ({ signal }) => call(explainFigure, { query: toQuery(search), signal, applicationId }),
    ...always,
  });
}

/** The rows or ledger legs of one part. */
export function legsQuery(search: ExplainSearch) {
  const applicationId = currentApplicationId();
  return queryOptions({
    queryKey: explainKeys.of('legs', search, applicationId),
    queryFn: ({ signal }) => {
      const { part, key, page = 1 } = search;
      const query = { ...toQuery(search), part: part as never, key, page: page - 1, size: legsPerPage };
      return call(listFigureLegs, { query, signal, applicationId });
    },
    ...always,
  });
}
