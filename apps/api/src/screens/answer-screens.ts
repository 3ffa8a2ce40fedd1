import { overviewCalls, startCalls } from '@volume/contract/screens/screen-calls.ts';
import { getOverview, getStart } from '@volume/contract/screens/screens.ts';
import { handleParts } from '#core/handler.ts';

/** The screens that one call answers. Each part is requested on behalf of the same caller, so its own access rule applies. */
export const screenHandlers = [
  handleParts(getStart, async ({ params, caller }) => startCalls(params, caller.authorities)),
  handleParts(getOverview, async ({ params, query, caller }) =>
    overviewCalls({ ...params, ...query }, caller.authorities),
  ),
];
