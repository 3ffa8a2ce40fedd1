import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listAccounts, listRoles } from '@volume/contract/users.ts';
import { call } from '#platform/provider-api.ts';
import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { orReadAgain } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';

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

/** A write about a merchant's users: never optimistic, one at a time; the list is read again whatever came of it. */
export function useUserWrite<Body>(
  merchantId: string,
  send: (body: Body, stepUp: string | undefined) => Promise<unknown>,
  onDone: (body: Body) => void,
  onChanged?: (now: readonly MerchantAccount[]) => void,
) {
  const queryClient = useQueryClient();
  // What was refused may have changed meanwhile, and an answer may be empty (contract §9 Shapes).
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: usersQuery(merchantId).queryKey });
  const readNow = async () => onChanged?.(await queryClient.fetchQuery({ ...usersQuery(merchantId), staleTime: 0 }));
  return useWrite(
    (body: Body, { stepUp }) => orReadAgain(send(body, stepUp).finally(readAgain), readNow),
    (_, body) => onDone(body),
  );
}
