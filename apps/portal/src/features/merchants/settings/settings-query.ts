import { queryOptions } from '@tanstack/react-query';
import { listMerchantNotes } from '@volume/contract/merchants/merchant-notes.ts';
import { getMerchantSettings } from '@volume/contract/merchants/merchant-settings.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';

const noteKeys = keysOf('merchant-notes');
const settingsKeys = keysOf('merchant-settings');

export function merchantSettingsQuery(merchantId: string) {
  return queryOptions({
    queryKey: settingsKeys.of(merchantId),
    queryFn: ({ signal }) => call(getMerchantSettings, { params: { merchantId }, signal }),
  });
}

export function merchantNotesQuery(merchantId: string) {
  return queryOptions({
    queryKey: noteKeys.of(merchantId),
    queryFn: ({ signal }) => call(listMerchantNotes, { params: { merchantId }, signal }),
  });
}
