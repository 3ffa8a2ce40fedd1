import { queryOptions } from '@tanstack/react-query';
import { listApplicationRequests } from '@volume/contract/merchants/application-requests.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from './query-keys.ts';

const applicationRequestKeys = keysOf('application-requests');

/** A merchant's requests for more applications. */
export function applicationRequestsQuery(merchantId: string) {
  return queryOptions({
    queryKey: applicationRequestKeys.of(merchantId),
    queryFn: ({ signal }) => call(listApplicationRequests, { params: { merchantId }, signal }),
  });
}
