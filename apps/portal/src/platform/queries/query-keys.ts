import type { FetchQueryOptions, InferDataFromTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';
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

/** The polls of live lists: the rest of the key is that of the list. */
export const liveKeys = keysOf('live');

/** Makes all queries under these keys stale, and refetches those on screen. */
export function invalidate(queryClient: QueryClient, ...keys: readonly QueryKey[]): void {
  void refetch(queryClient, ...keys);
}

/** Like `invalidate`, but resolves when the refetches have succeeded or failed. */
export function refetch(queryClient: QueryClient, ...keys: readonly QueryKey[]): Promise<unknown> {
  dropBegunCalls();
  return Promise.all(
    keys.map((queryKey) => {
      restartReads(queryClient, queryKey);
      void queryClient.cancelQueries({ queryKey: liveKeys.of(...queryKey) });
      return queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }),
  );
}

/**
 * Caches what a write returned. A read in flight can lack it and would overwrite it, so it is repeated; so is a read that
 * failed.
 */
export function keepWritten<Tagged extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Tagged,
  value: Updater<InferDataFromTag<unknown, Tagged> | undefined, InferDataFromTag<unknown, Tagged> | undefined>,
): void {
  queryClient.setQueryData<unknown, Tagged>(queryKey, value);
  if (queryClient.isFetching({ queryKey }) > 0 || queryClient.getQueryData(queryKey) === undefined) {
    invalidate(queryClient, queryKey);
  }
}

/** Reads a query again after a write or a refusal, also where a read is in flight that can lack the change. */
export function readAgain<Data, Tagged extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Tagged>,
): Promise<Data> {
  restartReads(queryClient, query.queryKey);
  return queryClient.fetchQuery({ ...query, staleTime: 0 });
}

/** Repeats the reads in flight: they began before a write and can lack what was written. */
function restartReads(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
}
