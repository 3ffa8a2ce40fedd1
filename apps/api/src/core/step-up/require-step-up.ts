import { stepUpHeader } from '@volume/contract/headers.ts';
import type { Caller } from '#core/tenant.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { isSameText, keyedHash } from '#core/secrets/keyed-hash.ts';
import { serverKey } from '#core/secrets/server-key.ts';
import { apiKeyLimitReached, refuseAboveApiKeyLimit } from './api-key-limit.ts';

export interface StepUpCall {
  caller: Pick<Caller, 'jti' | 'apiKey'>;
  services: Services;
  request: { header: (name: string) => string | null };
}

const statusName = 'STEP_UP_REQUIRED';

/**
 * Throws 403 STEP_UP_REQUIRED for an amount (minor units) above the setting, unless the session has just made a step-up
 * (contract §8); for a key, 403 KEY_LIMIT above its limit (contract §11).
 */
export async function requireStepUpAbove(call: StepUpCall, amount: number): Promise<void> {
  const { apiKey } = call.caller;
  if (apiKey) return refuseAboveApiKeyLimit(apiKey, call.services.settings, amount);
  if (amount > call.services.settings.stepUpAbove) await requireStepUp(call);
}

/** Throws 403 STEP_UP_REQUIRED unless the call carries a step-up token of this session (contract §2, §8). */
export async function requireStepUp(call: StepUpCall): Promise<void> {
  if (!(await isProved(call))) throw stepUpRequired();
}

/** Whether the call has a valid step-up token. Call it before a transaction, because it can read a key. */
export async function isProved({ caller, services, request }: StepUpCall): Promise<boolean> {
  const token = request.header(stepUpHeader);
  return token !== null && !caller.apiKey && (await isStepUpToken(services, caller.jti, token));
}

export function stepUpRequired(): Problem {
  return new Problem(403, 'Confirm that it’s you: this needs your code or password.', { statusName });
}

/** Whether the error asks for a step-up or for a higher limit of a key: the same call can be repeated afterwards. */
export const isStepUpRequired = (error: Problem): boolean =>
  error.statusName === statusName || error.statusName === apiKeyLimitReached;

/** A step-up is valid for five minutes, in milliseconds (contract §2, §10). */
const life = 5 * 60_000;

/** A token that proves a recent step-up; valid only for this jti, until it expires. */
export async function makeStepUpToken(
  services: Services,
  jti: string,
): Promise<{ stepUpToken: string; expiresAt: Date }> {
  const expiresAt = new Date(services.clock.now().getTime() + life);
  return { stepUpToken: await tokenOf(services, jti, expiresAt.getTime()), expiresAt };
}

async function isStepUpToken(services: Services, jti: string, token: string): Promise<boolean> {
  const expires = Number(/^(\d{13})\./.exec(token)?.[1] ?? 0);
  return expires > services.clock.now().getTime() && isSameText(await tokenOf(services, jti, expires), token);
}

async function tokenOf(services: Services, jti: string, expires: number): Promise<string> {
  return `${expires}.${await keyedHash(await serverKey(services, 'step-up'), `${expires}:${jti}`)}`;
}
