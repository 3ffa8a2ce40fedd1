import { queryOptions } from '@tanstack/react-query';
import { getSelf } from '@volume/contract/session/session.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf } from '#platform/queries/query-keys.ts';

export const selfKeys = keysOf('self');

/** The signed-in user; never requested for platform administrators (§6). */
export function selfQuery() {
  return queryOptions({ queryKey: selfKeys.all, queryFn: ({ signal }) => call(getSelf, { signal }) });
}
