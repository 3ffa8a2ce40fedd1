import type { ResetToken } from '@volume/contract/passwords.ts';
import { isOver } from '#features/session/session-words.ts';
import { readResetToken } from '#platform/calls/secret-calls.ts';
import { withRetries } from '#platform/calls/retries.ts';

export type LinkFate = { kind: 'open'; token: string; type: ResetToken['type'] } | { kind: 'used' } | { kind: 'over' };

/** What a link from a mail is still good for; without a token the address was opened by itself. */
export async function loadResetToken(token: string | undefined, signal: AbortSignal): Promise<LinkFate> {
  if (token === undefined) return { kind: 'over' };
  try {
    const { isUsed, type } = await withRetries(() => readResetToken(token, signal), signal);
    return isUsed ? { kind: 'used' } : { kind: 'open', token, type };
  } catch (error) {
    if (isOver(error)) return { kind: 'over' };
    throw error;
  }
}
