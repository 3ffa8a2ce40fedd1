import { getTwoFactorSetUp } from '@volume/contract/session.ts';
import { call } from '#platform/provider-api.ts';
import { withRetries } from '#platform/calls/retries.ts';
import { isOver } from '#features/session/session-words.ts';

/** The secret to put into an authenticator; null when the request is over. */
export async function loadTwoFactorSetUp(twoFactorRequestId: string, signal: AbortSignal) {
  try {
    return await withRetries(() => call(getTwoFactorSetUp, { params: { twoFactorRequestId }, signal }), signal);
  } catch (error) {
    if (isOver(error)) return null;
    throw error;
  }
}
