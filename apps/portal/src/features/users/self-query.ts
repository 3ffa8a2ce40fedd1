import { queryOptions } from '@tanstack/react-query';
import { getSelf } from '@volume/contract/session/session.ts';
import { call } from '#platform/provider-api.ts';

/** The signed-in user; never requested for platform administrators (§6). */
export function selfQuery() {
  return queryOptions({ queryKey: ['self'], queryFn: ({ signal }) => call(getSelf, { signal }) });
}
