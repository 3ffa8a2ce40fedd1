import { stepUpHeader } from '@volume/contract/headers.ts';
import type { Caller } from '#http/caller.ts';
import type { RequestFacts } from '#http/handler.ts';
import { Problem } from '#http/problem.ts';
import type { Services } from '#http/services.ts';
import { isStepUpToken } from './step-up-token.ts';

type StepUpCall = { caller: Caller; services: Services; request: RequestFacts };

/** Refuses an amount (minor units) above the setting with 403 STEP_UP_REQUIRED, unless the session has just proved itself (contract §8). */
export async function requireStepUpAbove(call: StepUpCall, amount: number): Promise<void> {
  if (amount > call.services.settings.stepUpAbove) await requireStepUp(call);
}

/** Refuses with 403 STEP_UP_REQUIRED unless the call carries a step-up token of this session (contract §2, §8). */
export async function requireStepUp({ caller, services, request }: StepUpCall): Promise<void> {
  const token = request.header(stepUpHeader);
  if (token !== null && (await isStepUpToken(services, caller.jti, token))) return;
  throw new Problem(403, 'Please confirm that it is you: this needs your code or password once more.', {
    statusName: 'STEP_UP_REQUIRED',
  });
}
