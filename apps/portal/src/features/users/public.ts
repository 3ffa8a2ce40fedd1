import { queryOptions } from '@tanstack/react-query';
import { getSelf } from '@volume/contract/session.ts';
import { call } from '#platform/provider-api.ts';

/** The account that is signed in; never asked for administrators of the platform (§6). */
export function selfQuery() {
  return queryOptions({ queryKey: ['self'], queryFn: ({ signal }) => call(getSelf, { signal }) });
}
