import { queryOptions } from '@tanstack/react-query';
import { getMerchantDraft, listMerchantDrafts } from '@volume/contract/merchants/create-merchant.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';

export const draftKeys = keysOf('merchant-drafts');

export function draftsQuery() {
  return queryOptions({
    queryKey: draftKeys.all,
    queryFn: ({ signal }) => call(listMerchantDrafts, { signal }),
  });
}

/** Not refetched: the form that begins with it keeps its version until the draft is saved. */
export function draftQuery(draftId: string) {
  return queryOptions({
    queryKey: draftKeys.of(draftId),
    queryFn: ({ signal }) => call(getMerchantDraft, { params: { draftId }, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
}
