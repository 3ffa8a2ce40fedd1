import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { NewPassword } from './passwords.ts';
import { Code, TwoFactorParams } from './session.ts';

// All users, also read-only ones, are allowed to protect their own sign-in.
const shared = { origin: 'ours', access: { kind: 'signed-in', effect: 'read' } } as const;

const OwnPasskey = z.object({
  passkeyId: z.uuid(),
  name: z.string(),
  addedAtUtc: UtcTime,
  /** Null until its first use. */
  lastUsedAtUtc: z.nullable(UtcTime),
});
export type OwnPasskey = z.output<typeof OwnPasskey>;

export const OwnTwoFactor = z.object({
  /**
   * The second factor of sign-in: none, a mailed code, an authenticator code, or a passkey only. With a code, passkeys
   * are accepted too.
   */
  kind: z.enum(['NONE', 'EMAIL', 'TOTP', 'PASSKEY']),
  /** True when the deployment or the merchant requires a second factor: it cannot be removed. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Oldest first. */
  passkeys: z.array(OwnPasskey),
});
export type OwnTwoFactor = z.output<typeof OwnTwoFactor>;

export const getOwnTwoFactor = endpoint({
  ...shared,
  name: 'getOwnTwoFactor',
  summary: 'How your sign-in is protected',
  method: 'GET',
  path: 'accounts/self/two-factor',
  response: OwnTwoFactor,
});

/** `confirmTwoFactor` confirms it and returns the recovery codes; until then the current authenticator remains valid. */
export const beginTwoFactor = endpoint({
  ...shared,
  name: 'beginTwoFactor',
  summary: 'Begin to set up an authenticator, or another in its place; needs a step-up',
  method: 'POST',
  path: 'accounts/self/two-factor',
  stepUp: 'always',
  response: z.object({ twoFactorRequestId: z.string() }),
});

/** Sends a code to the user's address; `confirmEmailFactor` confirms it. Until then nothing changes. */
export const beginEmailFactor = endpoint({
  ...shared,
  name: 'beginEmailFactor',
  summary: 'Begin to get sign-in codes by email; needs a step-up, 409 where they come by email already',
  method: 'POST',
  path: 'accounts/self/two-factor/email',
  stepUp: 'always',
  response: z.object({ twoFactorRequestId: z.string(), email: z.string() }),
});

export const confirmEmailFactor = endpoint({
  ...shared,
  name: 'confirmEmailFactor',
  summary: 'Prove that the mailed code arrived; answers the recovery codes once',
  method: 'POST',
  path: 'accounts/self/two-factor/email/{twoFactorRequestId}',
  params: TwoFactorParams,
  body: Code,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const endTwoFactor = endpoint({
  ...shared,
  name: 'endTwoFactor',
  summary: 'Switch your second factor off; needs a step-up, 409 where a second factor is required',
  method: 'DELETE',
  path: 'accounts/self/two-factor',
  stepUp: 'always',
  status: 204,
});

export const renewRecoveryCodes = endpoint({
  ...shared,
  name: 'renewRecoveryCodes',
  summary: 'Ten new recovery codes in place of the old ones, answered this once; needs a step-up',
  method: 'POST',
  path: 'accounts/self/recovery-codes',
  stepUp: 'always',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const changePassword = endpoint({
  ...shared,
  name: 'changePassword',
  summary: 'Change your password; needs a step-up and ends your other sessions',
  method: 'POST',
  path: 'accounts/self/password',
  stepUp: 'always',
  status: 204,
  body: z.strictObject({ password: NewPassword }),
});

export const signOutEverywhere = endpoint({
  ...shared,
  name: 'signOutEverywhere',
  summary: 'End all your sessions, including this one',
  method: 'POST',
  path: 'accounts/self/sign-out-everywhere',
  status: 204,
});

/** An active session. Its id changes when its token is renewed; both the old and the new id can be used to end it. */
export const OwnSession = z.object({
  sessionId: z.uuid(),
  /** Browser and system, `Firefox on Windows`; null when the device did not send them. */
  device: z.nullable(z.string()),
  /** The IP address of the sign-in; null when unknown. */
  address: z.nullable(z.string()),
  signedInAtUtc: UtcTime,
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

export const listOwnSessions = endpoint({
  ...shared,
  name: 'listOwnSessions',
  summary: 'Your sessions: this one first, then the newest',
  method: 'GET',
  path: 'accounts/self/sessions',
  response: z.array(OwnSession),
});

export const endOwnSession = endpoint({
  ...shared,
  name: 'endOwnSession',
  summary: 'End one of your sessions; 404 when it has ended already',
  method: 'DELETE',
  path: 'accounts/self/sessions/{sessionId}',
  params: z.object({ sessionId: z.uuid() }),
  status: 204,
});

export const ownSecurityEndpoints = {
  getOwnTwoFactor,
  listOwnSessions,
  endOwnSession,
  beginTwoFactor,
  beginEmailFactor,
  confirmEmailFactor,
  endTwoFactor,
  renewRecoveryCodes,
  changePassword,
  signOutEverywhere,
};
