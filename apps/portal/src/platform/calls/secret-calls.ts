import { lookUpOtp } from '@volume/contract/session/passkeys.ts';
import { listCapabilities } from '@volume/contract/portal/capabilities.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { getResetToken } from '@volume/contract/session/passwords.ts';
import {
  lookUpResetToken,
  lookUpTwoFactorSetUp,
  proveOtp,
  proveTwoFactor,
  resendOneTimeCode,
} from '@volume/contract/session/session-in-body.ts';
import { confirmTwoFactor, getTwoFactorSetUp, resendOtp, verifyOtp } from '@volume/contract/session/session.ts';
import { call } from '#platform/provider-api.ts';
import { withRetries } from './retries.ts';

/**
 * Sign-in requests that carry a secret: in the body where the deployment has such endpoints, which is checked before
 * sign-in; otherwise in the URL, as in the contract (§2).
 */
/** How long the user waits for the capabilities at most, in milliseconds. */
const patience = 5_000;
let asked: Promise<readonly string[]> | undefined;

async function isSupported({ method, path }: AnyEndpoint): Promise<boolean> {
  asked ??= call(listCapabilities, { signal: AbortSignal.timeout(patience) });
  try {
    return (await asked).includes(`${method} ${path}`);
  } catch (error) {
    // The next call retries, because a failure does not mean that the endpoint is missing.
    asked = undefined;
    throw error;
  }
}

const takesInBody = (endpoint: AnyEndpoint): Promise<boolean> => isSupported(endpoint).catch(() => false);

export const readResetToken = async (token: string, signal?: AbortSignal) =>
  (await takesInBody(lookUpResetToken))
    ? call(lookUpResetToken, { body: { token }, signal })
    : call(getResetToken, { params: { token }, signal });

export const readSetUp = async (twoFactorRequestId: string, signal?: AbortSignal) =>
  (await takesInBody(lookUpTwoFactorSetUp))
    ? call(lookUpTwoFactorSetUp, { body: { twoFactorRequestId }, signal })
    : call(getTwoFactorSetUp, { params: { twoFactorRequestId }, signal });

export const proveSetUp = async (twoFactorRequestId: string, code: string) =>
  (await takesInBody(proveTwoFactor))
    ? call(proveTwoFactor, { body: { twoFactorRequestId, code } })
    : call(confirmTwoFactor, { params: { twoFactorRequestId }, body: { code } });

/** What completes the sign-in, with the usual retries; null where the deployment does not report it. */
export async function readOtp(otpRequestId: string, signal: AbortSignal) {
  const canAsk = await withRetries(() => isSupported(lookUpOtp), signal).catch(() => false);
  return canAsk ? withRetries(() => call(lookUpOtp, { body: { otpRequestId }, signal }), signal) : null;
}

export const proveCode = async (otpRequestId: string, code: string) =>
  (await takesInBody(proveOtp))
    ? call(proveOtp, { body: { otpRequestId, code } })
    : call(verifyOtp, { params: { otpRequestId }, body: { code } });

export const resendCode = async (otpRequestId: string) =>
  (await takesInBody(resendOneTimeCode))
    ? call(resendOneTimeCode, { body: { otpRequestId } })
    : call(resendOtp, { params: { otpRequestId } });
