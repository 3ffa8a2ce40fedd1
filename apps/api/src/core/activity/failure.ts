import { type Failure, Problem, type Who } from '#core/problem.ts';

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
