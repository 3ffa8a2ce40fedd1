import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { dropBegunCalls } from '#boot/begun-calls.ts';

declare const made: unique symbol;

/** The type of every query key: only `keysOf` makes one, so a key written by hand does not compile. */
type Key<Parts extends readonly unknown[]> = Parts & { readonly [made]: true };

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key<readonly unknown[]>;
  }
}

/** The query keys of a noun: `all` matches each of its queries, and `of` is the key of one of them or of a group. */
export function keysOf<Name extends string>(name: Name) {
  const of = <Parts extends readonly unknown[]>(...parts: Parts) =>
    [name, ...parts] as unknown as Key<readonly [Name, ...Parts]>;
  return { all: of(), of };
}

/** The key that matches all queries of this one's noun. */
export const nounOf = (key: QueryKey): QueryKey => keysOf(String(key[0])).all;

/** Makes all queries under these keys stale, and refetches those on screen. */
export function invalidate(queryClient: QueryClient, ...keys: readonly QueryKey[]): void {
  void refetch(queryClient, ...keys);
}

/** Like `invalidate`, but resolves when the refetches have succeeded or failed. */
export function refetch(queryClient: QueryClient, ...keys: readonly QueryKey[]): Promise<unknown> {
  dropBegunCalls();
  return Promise.all(
    keys.map((queryKey) => {
      restartFirstReads(queryClient, queryKey);
      return queryClient.invalidateQueries({ queryKey });
    }),
  );
}

/** A first read that began before a write can lack what was written, and `invalidateQueries` only repeats later reads. */
function restartFirstReads(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue;
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
}
