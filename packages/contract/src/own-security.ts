import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { UtcTime } from './period.ts';
import { NewPassword } from './passwords.ts';
import { Code, TwoFactorParams } from './session.ts';

// A person's own sign-in is theirs to protect, whatever else they may change: also for those who only read.
const shared = { origin: 'ours', access: { kind: 'signed-in', effect: 'read' } } as const;

/** A passkey of the own account, as its owner tells it from others. */
const OwnPasskey = z.object({
  passkeyId: z.uuid(),
  name: z.string(),
  addedAtUtc: UtcTime,
  /** Null until it is used for the first time. */
  lastUsedAtUtc: z.nullable(UtcTime),
});
export type OwnPasskey = z.output<typeof OwnPasskey>;

export const OwnTwoFactor = z.object({
  /** What sign-in asks for beside the password: nothing, a mailed code, an authenticator's, or a passkey alone. Passkeys are taken beside a code too. */
  kind: z.enum(['NONE', 'EMAIL', 'TOTP', 'PASSKEY']),
  /** True where the deployment or the merchant asks everyone for one: it cannot be ended. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** The oldest first. */
  passkeys: z.array(OwnPasskey),
});
export type OwnTwoFactor = z.output<typeof OwnTwoFactor>;

export const getOwnTwoFactor = endpoint({
  ...shared,
  name: 'getOwnTwoFactor',
  summary: 'How the own sign-in is protected',
  method: 'GET',
  path: 'accounts/self/two-factor',
  response: OwnTwoFactor,
});

/** Confirmed by `confirmTwoFactor`, which answers the recovery codes; until then an authenticator there is goes on. */
export const beginTwoFactor = endpoint({
  ...shared,
  name: 'beginTwoFactor',
  summary: 'Begin to set up an authenticator, or another in its place; needs a step-up',
  method: 'POST',
  path: 'accounts/self/two-factor',
  response: z.object({ twoFactorRequestId: z.string() }),
});

/** Mails a code to the own address; confirmed by `confirmEmailFactor`, until then everything stays as it is. */
export const beginEmailFactor = endpoint({
  ...shared,
  name: 'beginEmailFactor',
  summary: 'Begin to get sign-in codes by email; needs a step-up, 409 where they come by email already',
  method: 'POST',
  path: 'accounts/self/two-factor/email',
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
  summary: 'Sign in by password alone again; needs a step-up, 409 where a second factor is required',
  method: 'DELETE',
  path: 'accounts/self/two-factor',
  status: 204,
});

export const renewRecoveryCodes = endpoint({
  ...shared,
  name: 'renewRecoveryCodes',
  summary: 'Ten new recovery codes in place of the old ones, answered this once; needs a step-up',
  method: 'POST',
  path: 'accounts/self/recovery-codes',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const changePassword = endpoint({
  ...shared,
  name: 'changePassword',
  summary: 'Change the own password; needs a step-up, ends every other session',
  method: 'POST',
  path: 'accounts/self/password',
  status: 204,
  body: z.strictObject({ password: NewPassword }),
});

export const signOutEverywhere = endpoint({
  ...shared,
  name: 'signOutEverywhere',
  summary: 'End every session of the own account, this one too',
  method: 'POST',
  path: 'accounts/self/sign-out-everywhere',
  status: 204,
});

/** One sign-in that still holds. A sign-in keeps its id until its token is renewed; either ends it. */
export const OwnSession = z.object({
  sessionId: z.uuid(),
  /** Browser and system in words, `Firefox on Windows`; null where the device did not say. */
  device: z.nullable(z.string()),
  /** The network address it was signed in from; null where it is not known. */
  address: z.nullable(z.string()),
  signedInAtUtc: UtcTime,
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

export const listOwnSessions = endpoint({
  ...shared,
  name: 'listOwnSessions',
  summary: 'Where the own account is signed in, this session first, then the newest',
  method: 'GET',
  path: 'accounts/self/sessions',
  response: z.array(OwnSession),
});

export const endOwnSession = endpoint({
  ...shared,
  name: 'endOwnSession',
  summary: 'End one session of the own account; 404 where it is over already',
  method: 'DELETE',
  path: 'accounts/self/sessions/{sessionId}',
  params: z.object({ sessionId: z.uuid() }),
  status: 204,
});
