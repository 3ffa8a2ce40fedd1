import { queryOptions } from '@tanstack/react-query';
import { getMerchantDraft, listMerchantDrafts } from '@volume/contract/merchants/create-merchant.ts';
import { call } from '#platform/provider-api.ts';

export function draftsQuery() {
  return queryOptions({
    queryKey: ['merchant-drafts'],
    queryFn: ({ signal }) => call(listMerchantDrafts, { signal }),
  });
}

/** Not refetched: the form that begins with it keeps its version until the draft is saved. */
export function draftQuery(draftId: string) {
  return queryOptions({
    queryKey: ['merchant-drafts', draftId],
    queryFn: ({ signal }) => call(getMerchantDraft, { params: { draftId }, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
}
