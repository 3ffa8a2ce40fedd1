import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { findPersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';

/** Milliseconds between looks while an erasure is running. */
const pace = 2_000;

const personalDataKeys = keysOf('personal-data');

/** The stored data about a person. Never cached after the page is left, because it is personal data. */
export function personalDataQuery(email: string) {
  return queryOptions({
    queryKey: personalDataKeys.of(email),
    queryFn: ({ signal }) => call(findPersonalData, { body: { email }, signal }),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.isErasing === true ? pace : false),
  });
}

/** Refetches after an export or an erasure, whatever its outcome. */
export function useRefetch() {
  const queryClient = useQueryClient();
  return () => invalidate(queryClient, personalDataKeys.all);
}
