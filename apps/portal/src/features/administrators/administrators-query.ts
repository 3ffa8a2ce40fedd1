import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listAdministrators } from '@volume/contract/administrators/administrators.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';
import { useWrite } from '#platform/writes/use-write.ts';

const administratorKeys = keysOf('administrators');

export function administratorsQuery() {
  return queryOptions({
    queryKey: administratorKeys.all,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
    // Another administrator can have proposed or confirmed something.
    refetchOnWindowFocus: 'always',
  });
}

/** Writes to administrators, one at a time. Refetches the list after every outcome, because it can have changed in the meantime. */
export function useAdministratorWrite<Body>(
  send: (body: Body, stepUp: string | undefined) => Promise<unknown>,
  onDone: (body: Body) => void,
) {
  const queryClient = useQueryClient();
  const refetch = () => invalidate(queryClient, administratorKeys.all);
  return useWrite(
    (body: Body, { stepUp }) => send(body, stepUp).finally(refetch),
    (_, body) => onDone(body),
  );
}
