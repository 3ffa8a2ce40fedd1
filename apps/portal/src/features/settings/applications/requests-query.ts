import { queryOptions } from '@tanstack/react-query';
import { listApplicationRequests } from '@volume/contract/merchants/application-requests.ts';
import { call } from '#platform/provider-api.ts';

export function ownRequestsQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['application-requests', merchantId],
    queryFn: ({ signal }) => call(listApplicationRequests, { params: { merchantId }, signal }),
  });
}
