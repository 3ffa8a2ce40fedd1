import { readSetUp } from '#platform/calls/secret-calls.ts';
import { withRetries } from '#platform/calls/retries.ts';
import { isOver } from '#features/session/session-words.ts';

/** The secret to put into an authenticator; null when the request is over. */
export async function loadTwoFactorSetUp(twoFactorRequestId: string, signal: AbortSignal) {
  try {
    return await withRetries(() => readSetUp(twoFactorRequestId, signal), signal);
  } catch (error) {
    if (isOver(error)) return null;
    throw error;
  }
}
