import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { SecretId } from '@volume/contract/ids.ts';
import { SignInAnswer } from '@volume/contract/session/session.ts';
import { visible } from '@volume/contract/text/invisible-marks.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';

const shared = { origin: 'ours', access: { kind: 'public' } } as const;

/** Only the length is checked here: `passwordFaults` checks the rest, so that the error can name every fault. */
export const NewPassword = z.string().check(z.minLength(1, 'is required'), z.maxLength(1024));

export const forgotPassword = endpoint({
  ...shared,
  name: 'forgotPassword',
  summary: 'Mail a link to choose a new password, if the account exists',
  method: 'POST',
  path: 'accounts/forgot-password',
  status: 204,
  body: z.strictObject({
    email: z.string().check(visible(), z.trim(), z.minLength(1, 'is required'), z.maxLength(254)),
  }),
});

/** §3 Reset-token record; its type is RESET_PASSWORD, SET_PASSWORD, or a value added later (contract §1). */
export const ResetToken = z.object({
  token: z.string(),
  type: z.string(),
  isUsed: z.boolean(),
  expiresAt: UtcTime,
});
export type ResetToken = z.output<typeof ResetToken>;

export const getResetToken = endpoint({
  ...shared,
  name: 'getResetToken',
  summary: 'What a mailed link can be used for; 410 when it has expired or was used',
  method: 'GET',
  path: 'accounts/reset-tokens/{token}',
  params: z.object({ token: SecretId }),
  response: ResetToken,
});

export const resetPassword = endpoint({
  ...shared,
  name: 'resetPassword',
  summary: 'Choose a password; ends every session and every other link of the account',
  method: 'POST',
  path: 'accounts/reset-password',
  status: 204,
  body: z.strictObject({ token: SecretId, password: NewPassword }),
});

/** One transaction: the link is used if and only if the session, or the request for a second factor, is opened. */
export const acceptInvitation = endpoint({
  ...shared,
  name: 'acceptInvitation',
  summary: 'Choose the first password and sign in; accounts with a second factor still have to prove it',
  method: 'POST',
  path: 'accounts/accept-invitation',
  body: resetPassword.body,
  response: SignInAnswer,
});

export const passwordEndpoints = { forgotPassword, getResetToken, resetPassword, acceptInvitation };
