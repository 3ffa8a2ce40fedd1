import { queryOptions } from '@tanstack/react-query';
import { getOwnTwoFactor } from '@volume/contract/own-security.ts';
import { call } from '#platform/provider-api.ts';

/** How the own sign-in is protected (contract §8 Second factor). */
export function ownTwoFactorQuery() {
  return queryOptions({ queryKey: ['own-two-factor'], queryFn: ({ signal }) => call(getOwnTwoFactor, { signal }) });
}
