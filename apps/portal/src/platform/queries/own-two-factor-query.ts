import { queryOptions } from '@tanstack/react-query';
import { getOwnTwoFactor } from '@volume/contract/session/own-security.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from './query-keys.ts';

export const ownTwoFactorKeys = keysOf('own-two-factor');

/** How the user's own sign-in is protected (contract §8 Second factor). */
export function ownTwoFactorQuery() {
  return queryOptions({
    queryKey: ownTwoFactorKeys.all,
    queryFn: ({ signal }) => call(getOwnTwoFactor, { signal }),
  });
}
