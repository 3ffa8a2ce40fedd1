import { queryOptions } from '@tanstack/react-query';
import { listUsers } from '@volume/contract/users/users.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from './query-keys.ts';

export const userKeys = keysOf('users');

export function usersQuery(merchantId: string) {
  return queryOptions({
    queryKey: userKeys.of(merchantId),
    queryFn: ({ signal }) => call(listUsers, { params: { merchantId }, signal }),
  });
}
