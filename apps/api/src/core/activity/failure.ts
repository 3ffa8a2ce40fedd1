import type { ActivityAction } from '@volume/contract/activity.ts';
import { Problem } from '#core/problem.ts';

export type Who = { userAccountId: string; email: string; merchantId: string | null };

/** What of a refused try to prove who one is goes into the trail. */
export type Failure = {
  action: Extract<ActivityAction, 'SIGN_IN_FAILED' | 'SIGN_IN_LOCKED' | 'STEP_UP_FAILED' | 'STEP_UP_LOCKED'>;
  /** `Wrong password`, `Wrong code`; never what was typed. */
  detail: string;
  /** Whose account it was; null when there is none, which is counted by address and minute. */
  who: () => Promise<Who | null>;
  /** One row a minute is enough of what is refused over and over: its key. */
  once?: string;
};

type Person = { user_account_id: string; email: string; merchant_id: string | null };
export const whoOf = ({ user_account_id: userAccountId, email, merchant_id: merchantId }: Person): Who => ({
  userAccountId,
  email,
  merchantId,
});

/** Marks a refusal as a failed proof, recorded once it is answered: what was tried is rolled back, this is not. */
export function failedProof(error: unknown, failure: Failure): unknown {
  if (error instanceof Problem) error.failure ??= failure;
  return error;
}
