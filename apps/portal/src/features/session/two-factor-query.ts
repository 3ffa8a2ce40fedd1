import { queryOptions } from '@tanstack/react-query';
import { getTwoFactorSetUp } from '@volume/contract/session.ts';
import { call } from '#platform/provider-api.ts';
import { isOver } from './session-words.ts';

/** The secret to put into an authenticator; null when the request is over. Kept in memory no longer than shown. */
export function twoFactorQuery(twoFactorRequestId: string) {
  return queryOptions({
    queryKey: ['two-factor', twoFactorRequestId],
    queryFn: ({ signal }) =>
      call(getTwoFactorSetUp, { params: { twoFactorRequestId }, signal }).catch((error: unknown) => {
        if (isOver(error)) return null;
        throw error;
      }),
    staleTime: Infinity,
    gcTime: 0,
  });
}
