import { queryOptions } from '@tanstack/react-query';
import { listAccounts, listRoles } from '@volume/contract/users.ts';
import { call } from '#platform/provider-api.ts';

/** A merchant's users (§7). */
export function usersQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['users', merchantId],
    queryFn: ({ signal }) => call(listAccounts, { params: { merchantId }, signal }),
  });
}

/** The roles a merchant's users may have (§3): they do not change while one works. */
export function rolesQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['roles', merchantId],
    queryFn: ({ signal }) => call(listRoles, { params: { merchantId }, signal }),
    staleTime: Infinity,
  });
}
