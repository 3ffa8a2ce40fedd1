import { stepUpHeader } from '@volume/contract/headers.ts';
import type { Caller } from '#core/caller.ts';
import type { RequestFacts } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { isStepUpToken } from './step-up-token.ts';

/** A call that may carry a step-up token of its session. */
export type StepUpCall = {
  caller: Pick<Caller, 'jti'>;
  services: Services;
  request: Pick<RequestFacts, 'header'>;
};

const statusName = 'STEP_UP_REQUIRED';

/** Refuses an amount (minor units) above the setting with 403 STEP_UP_REQUIRED, unless the session has just proved itself (contract §8). */
export async function requireStepUpAbove(call: StepUpCall, amount: number): Promise<void> {
  if (amount > call.services.settings.stepUpAbove) await requireStepUp(call);
}

/** Refuses with 403 STEP_UP_REQUIRED unless the call carries a step-up token of this session (contract §2, §8). */
export async function requireStepUp(call: StepUpCall): Promise<void> {
  if (!(await isProved(call))) throw stepUpRequired();
}

/** Whether the call carries a step-up token of this session. To be asked before a transaction begins: it may read a key. */
export async function isProved({ caller, services, request }: StepUpCall): Promise<boolean> {
  const token = request.header(stepUpHeader);
  return token !== null && (await isStepUpToken(services, caller.jti, token));
}

export function stepUpRequired(): Problem {
  return new Problem(403, 'Confirm that it’s you: this needs your code or password.', { statusName });
}

/** True for the refusal that asks for a proof: the same call may come again with one. */
export const isStepUpRequired = (error: Problem): boolean => error.statusName === statusName;
