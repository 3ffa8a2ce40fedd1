import { stepUp } from '@volume/contract/session.ts';
import { ProviderApiError } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { storedToken } from '#platform/session/session.ts';

/** What proves once more that it is them: an authenticator's code, or the password (contract §8). */
export type IdentityProof = { code: string } | { password: string };

let held: { bearer: string; token: string; overAt: number } | undefined;

/** The proof given for this session in the last five minutes, undefined when there is none. */
export function heldStepUp(): string | undefined {
  const isGood = held?.bearer === storedToken() && Date.now() < held.overAt;
  return isGood ? held?.token : undefined;
}

/**
 * Proves who it is; the writes of the next five minutes that are asked for it carry the proof.
 * @throws ProviderApiError 400 when the code or password is wrong
 */
export async function proveIdentity(proof: IdentityProof): Promise<void> {
  const bearer = storedToken();
  const { stepUpToken, expiresAtUtc } = await call(stepUp, { body: proof, unauthorised: 'answer' });
  held = { bearer, token: stepUpToken, overAt: Date.parse(`${expiresAtUtc.replace(/Z$/, '')}Z`) };
}

/** True for the refusal that asks for such a proof (contract §8). */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof ProviderApiError && error.statusName === 'STEP_UP_REQUIRED';
