import { queryOptions } from '@tanstack/react-query';
import { getOwnTwoFactor } from '@volume/contract/own-security.ts';
import { getSelf } from '@volume/contract/session.ts';
import { call } from '#platform/provider-api.ts';

/** The account that is signed in; never asked for administrators of the platform (§6). */
export function selfQuery() {
  return queryOptions({ queryKey: ['self'], queryFn: ({ signal }) => call(getSelf, { signal }) });
}

/** How the own sign-in is protected (contract §8 Second factor). */
export function ownTwoFactorQuery() {
  return queryOptions({ queryKey: ['own-two-factor'], queryFn: ({ signal }) => call(getOwnTwoFactor, { signal }) });
}
