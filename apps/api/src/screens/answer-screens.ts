import { overviewCalls, startCalls } from '@volume/contract/screens/screen-calls.ts';
import { getOverview, getStart } from '@volume/contract/screens/screens.ts';
import { handleParts } from '#core/handler.ts';

/** The screens that are answered by one call. Each of their parts is made for the same caller, so its own gate applies. */
export const screenHandlers = [
  handleParts(getStart, async ({ params, caller }) => startCalls(params, caller.authorities)),
  handleParts(getOverview, async ({ params, query, caller }) =>
    overviewCalls({ ...params, ...query }, caller.authorities),
  ),
];
