import { useQueryClient } from '@tanstack/react-query';
import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { usersQuery } from '#features/users/users-query.ts';
import { orReadAgain } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';

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
