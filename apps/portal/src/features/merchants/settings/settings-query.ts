import { queryOptions } from '@tanstack/react-query';
import { listApplicationRequests } from '@volume/contract/merchants/application-requests.ts';
import { listMerchantNotes } from '@volume/contract/merchants/merchant-notes.ts';
import { getMerchantSettings } from '@volume/contract/merchants/merchant-settings.ts';
import { call } from '#platform/provider-api.ts';

export function merchantSettingsQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['merchant-settings', merchantId],
    queryFn: ({ signal }) => call(getMerchantSettings, { params: { merchantId }, signal }),
  });
}

export function requestsQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['application-requests', merchantId],
    queryFn: ({ signal }) => call(listApplicationRequests, { params: { merchantId }, signal }),
  });
}

export function merchantNotesQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['merchant-notes', merchantId],
    queryFn: ({ signal }) => call(listMerchantNotes, { params: { merchantId }, signal }),
  });
}
