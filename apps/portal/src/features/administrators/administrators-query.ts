import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listAdministrators } from '@volume/contract/administrators/administrators.ts';
import { call } from '#platform/provider-api.ts';
import { useWrite } from '#platform/writes/use-write.ts';

export function administratorsQuery() {
  return queryOptions({
    queryKey: ['administrators'],
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
  const refetch = () => {
    for (const name of ['administrators', 'activity']) void queryClient.invalidateQueries({ queryKey: [name] });
  };
  return useWrite(
    (body: Body, { stepUp }) => send(body, stepUp).finally(refetch),
    (_, body) => onDone(body),
  );
}
