import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import {
  lookUpResetToken,
  lookUpTwoFactorSetUp,
  proveOtp,
  proveTwoFactor,
  resendOneTimeCode,
} from '@volume/contract/session/session-in-body.ts';
import type { AnyCall, Handler } from '#core/handler.ts';
import { confirmTwoFactor, getTwoFactorSetUp } from '#session/two-factor-set-up.ts';
import { getResetToken } from '#session/passwords/reset-password.ts';
import { resendOtp, verifyOtp } from '#session/verify-otp.ts';

/** Runs the endpoint that has the secret in its path, with the secret taken from the request body. */
function inBody(endpoint: AnyEndpoint, inPath: Handler, secret: string): Handler {
  const run = (call: AnyCall) => {
    const { [secret]: id, ...body } = call.body as Record<string, unknown>;
    return inPath.run({ ...call, params: { [secret]: id }, body } as never);
  };
  return { ...inPath, endpoint, run: run as Handler['run'] };
}

/** The endpoints that keep secrets out of paths (contract §2). */
export const inBodyHandlers: readonly Handler[] = [
  inBody(lookUpResetToken, getResetToken, 'token'),
  inBody(lookUpTwoFactorSetUp, getTwoFactorSetUp, 'twoFactorRequestId'),
  inBody(proveTwoFactor, confirmTwoFactor, 'twoFactorRequestId'),
  inBody(proveOtp, verifyOtp, 'otpRequestId'),
  inBody(resendOneTimeCode, resendOtp, 'otpRequestId'),
];
