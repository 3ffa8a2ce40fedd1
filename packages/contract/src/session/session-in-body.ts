import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { SecretId } from '@volume/contract/ids.ts';
import { ResetToken } from './passwords.ts';
import { Code, confirmTwoFactor, getTwoFactorSetUp, verifyOtp } from './session.ts';

/**
 * Variants of the calls of contract §2 whose path contains a secret: here it is in the body, because proxies log
 * addresses. Each returns the same as the original call. The portal uses them when `capabilities` lists them.
 */
const shared = { origin: 'ours', method: 'POST', access: { kind: 'public' } } as const;
const otpRequest = { otpRequestId: SecretId };
const twoFactorRequest = { twoFactorRequestId: SecretId };

export const lookUpResetToken = endpoint({
  ...shared,
  name: 'lookUpResetToken',
  summary: 'What a mailed link can be used for, with its token in the body; 410 when it has expired or was used',
  path: 'accounts/reset-tokens',
  body: z.strictObject({ token: SecretId }),
  response: ResetToken,
});

export const lookUpTwoFactorSetUp = endpoint({
  ...shared,
  name: 'lookUpTwoFactorSetUp',
  summary: 'The secret to put into an authenticator, the request’s id in the body',
  path: 'accounts/two-factor-set-ups',
  body: z.strictObject(twoFactorRequest),
  response: getTwoFactorSetUp.response,
});

export const proveTwoFactor = endpoint({
  ...shared,
  name: 'proveTwoFactor',
  summary: 'Prove the authenticator, the request’s id in the body; answers the recovery codes once',
  path: 'accounts/two-factor-set-ups/proof',
  body: z.extend(Code, twoFactorRequest),
  response: confirmTwoFactor.response,
});

export const proveOtp = endpoint({
  ...shared,
  name: 'proveOtp',
  summary: 'Finish sign-in with a one-time or recovery code, the request’s id in the body',
  path: 'accounts/one-time-codes',
  body: z.extend(Code, otpRequest),
  response: verifyOtp.response,
});

export const resendOneTimeCode = endpoint({
  ...shared,
  name: 'resendOneTimeCode',
  summary: 'Send the one-time code again, at most once per 30 s, the request’s id in the body',
  path: 'accounts/one-time-codes/resend',
  status: 204,
  body: z.strictObject(otpRequest),
});

export const inBodyEndpoints = { lookUpResetToken, lookUpTwoFactorSetUp, proveTwoFactor, proveOtp, resendOneTimeCode };
