import { useQueryClient } from '@tanstack/react-query';
import { usersQuery } from '#features/users/users-query.ts';
import { useWrite } from '#platform/writes/use-write.ts';

/** A write about a merchant's users: never optimistic, one at a time; the list is read again whatever came of it. */
export function useUserWrite<Body>(
  merchantId: string,
  send: (body: Body, stepUp: string | undefined) => Promise<unknown>,
  onDone: (body: Body) => void,
) {
  const queryClient = useQueryClient();
  // What was refused may have changed meanwhile, and an answer may be empty (contract §9 Shapes).
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: usersQuery(merchantId).queryKey });
  return useWrite(
    (body: Body, { stepUp }) => send(body, stepUp).finally(readAgain),
    (_, body) => onDone(body),
  );
}
