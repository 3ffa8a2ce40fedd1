import { failedProof, whoOf } from '#core/activity/failure.ts';
import { Problem } from '#core/problem.ts';
import type { Account } from './account.ts';

/** A refused sign-in of an account, or of one there is not, as the trail holds it. */
export const signInFailed = (error: unknown, account: Account | null, detail: string): unknown =>
  failedProof(error, { action: 'SIGN_IN_FAILED', detail, who: async () => account && whoOf(account) });

/** Too many tries at signing in: recorded once a minute, however many follow. Other errors stay as they are. */
export function signInLocked(error: unknown, key: string, find: () => Promise<Account | null>): unknown {
  if (!(error instanceof Problem) || error.status !== 429) return error;
  const who = async () => {
    const account = await find();
    return account && whoOf(account);
  };
  return failedProof(error, { action: 'SIGN_IN_LOCKED', detail: 'Too many tries', who, once: `locked:${key}` });
}
