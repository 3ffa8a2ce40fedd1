import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listRoles } from '@volume/contract/users/users.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';
import { usersQuery } from '#platform/queries/users-query.ts';
import type { User } from '@volume/contract/merchants/account.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';

const roleKeys = keysOf('roles');

/** The roles that a merchant's users can have (§3); they do not change during a session. */
export function rolesQuery(merchantId: string) {
  return queryOptions({
    queryKey: roleKeys.of(merchantId),
    queryFn: ({ signal }) => call(listRoles, { params: { merchantId }, signal }),
    staleTime: Infinity,
  });
}

/** Writes to a merchant's users: not optimistic, one at a time. Always refetches the list, also after a refusal. */
export function useUserWrite<Body>(
  merchantId: string,
  send: (body: Body, stepUp: string | undefined) => Promise<unknown>,
  onDone: (body: Body) => void,
  onChanged?: (now: readonly User[]) => void,
) {
  const queryClient = useQueryClient();
  // After a refusal the users may have changed, and the response may be empty (contract §9 Shapes).
  const readAgain = () => invalidate(queryClient, usersQuery(merchantId).queryKey);
  const refetch = async () => onChanged?.(await queryClient.fetchQuery({ ...usersQuery(merchantId), staleTime: 0 }));
  return useWrite(
    (body: Body, { stepUp }) => refetchOnConflict(send(body, stepUp).finally(readAgain), refetch),
    (_, body) => onDone(body),
  );
}
