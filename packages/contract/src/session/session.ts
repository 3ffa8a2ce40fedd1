import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { SecretId } from '@volume/contract/ids.ts';
import { visible } from '@volume/contract/text/invisible-marks.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { User } from '@volume/contract/merchants/account.ts';

/** §3 Access token claims. `exp` and `iat` in seconds since the epoch. */
export const AccessTokenClaims = z.object({
  jti: z.string(),
  iat: z.number(),
  sub: z.string(),
  iss: z.string(),
  userAccountId: z.union([z.string(), z.number()]),
  exp: z.number(),
  merchantId: z.optional(z.string()),
  adminId: z.optional(z.union([z.string(), z.number()])),
  authorities: z.array(z.string()),
});
export type AccessTokenClaims = z.output<typeof AccessTokenClaims>;

export const SignedIn = z.object({ accessToken: z.string(), email: z.string() });
export type SignedIn = z.output<typeof SignedIn>;

/** The result of sign-in: a session, a one-time code request, or the set-up of a second factor (contract §2). */
export const SignInAnswer = z.union([
  SignedIn,
  z.object({ otpRequestId: z.string() }),
  z.object({ twoFactorRequestId: z.string() }),
]);
export type SignInAnswer = z.output<typeof SignInAnswer>;

const publicAccess = { kind: 'public' } as const;
const anySession = { kind: 'signed-in', effect: 'read' } as const;
const shared = { origin: 'ours', method: 'POST' } as const;

/** Six digits, or a recovery code. */
export const Code = z.strictObject({
  code: z.string().check(visible(), z.trim(), z.minLength(1, 'is required'), z.maxLength(40)),
});

export const signIn = endpoint({
  ...shared,
  name: 'signIn',
  summary: 'Sign in with email and password',
  path: 'accounts/sign-in',
  access: publicAccess,
  body: z.strictObject({
    email: z.string().check(visible(), z.trim(), z.minLength(1, 'is required'), z.maxLength(254)),
    password: z.string().check(z.minLength(1, 'is required'), z.maxLength(1024)),
  }),
  response: SignInAnswer,
});

export const verifyOtp = endpoint({
  ...shared,
  name: 'verifyOtp',
  summary: 'Finish sign-in with a one-time or recovery code',
  path: 'accounts/otp/{otpRequestId}',
  access: publicAccess,
  params: z.object({ otpRequestId: SecretId }),
  body: Code,
  response: SignedIn,
});

export const resendOtp = endpoint({
  ...shared,
  name: 'resendOtp',
  summary: 'Send the one-time code again, at most once per 30 s',
  path: 'accounts/otp/{otpRequestId}/resend',
  access: publicAccess,
  status: 204,
  params: z.object({ otpRequestId: SecretId }),
});

export const TwoFactorParams = z.object({ twoFactorRequestId: SecretId });

export const getTwoFactorSetUp = endpoint({
  ...shared,
  name: 'getTwoFactorSetUp',
  summary: 'The secret to put into an authenticator',
  method: 'GET',
  path: 'accounts/two-factor/{twoFactorRequestId}',
  access: publicAccess,
  params: TwoFactorParams,
  response: z.object({ secret: z.string(), otpauthUrl: z.string(), email: z.string(), expiresAtUtc: UtcTime }),
});

export const confirmTwoFactor = endpoint({
  ...shared,
  name: 'confirmTwoFactor',
  summary: 'Prove the authenticator; answers the recovery codes once',
  path: 'accounts/two-factor/{twoFactorRequestId}',
  access: publicAccess,
  params: TwoFactorParams,
  body: Code,
  response: z.extend(SignedIn, { recoveryCodes: z.array(z.string()) }),
});

export const getSelf = endpoint({
  name: 'getSelf',
  summary: 'The account that is signed in',
  origin: 'specification',
  method: 'GET',
  path: 'accounts/self',
  access: anySession,
  response: z.extend(User, { merchantId: z.nullable(z.string()) }),
});

export const renewSession = endpoint({
  ...shared,
  name: 'renewSession',
  summary: 'A fresh token for a still valid one',
  path: 'accounts/self/renew',
  access: anySession,
  response: SignedIn,
});

export const signOut = endpoint({
  ...shared,
  name: 'signOut',
  summary: 'End this session',
  path: 'accounts/self/sign-out',
  access: anySession,
  status: 204,
});

/** The token for calls that need a step-up. */
export const StepUpAnswer = z.object({ stepUpToken: z.string(), expiresAtUtc: UtcTime });
export type StepUpAnswer = z.output<typeof StepUpAnswer>;

/** Sent to the user's address, for this session only; `stepUp` accepts it for ten minutes. */
export const mailStepUpCode = endpoint({
  ...shared,
  name: 'mailStepUpCode',
  summary: 'Mail the code that a step-up takes where codes come by email; 409 where they do not',
  path: 'accounts/self/step-up/code',
  access: anySession,
  status: 204,
});

export const stepUp = endpoint({
  ...shared,
  name: 'stepUp',
  summary: 'Prove once more that it is you, for five minutes of this session',
  path: 'accounts/self/step-up',
  access: anySession,
  body: z
    .strictObject({
      code: z.optional(z.string().check(visible(), z.trim(), z.minLength(1, 'is required'), z.maxLength(40))),
      password: z.optional(z.string().check(z.minLength(1, 'is required'), z.maxLength(1024))),
    })
    .check(
      z.refine(
        ({ code, password }) => (code === undefined) !== (password === undefined),
        'must hold a code or a password',
      ),
    ),
  response: StepUpAnswer,
});

export const sessionEndpoints = {
  signIn,
  verifyOtp,
  resendOtp,
  getTwoFactorSetUp,
  confirmTwoFactor,
  getSelf,
  renewSession,
  signOut,
  mailStepUpCode,
  stepUp,
};
