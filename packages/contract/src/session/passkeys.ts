import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { SecretId } from '@volume/contract/ids.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { SignedIn, StepUpAnswer } from './session.ts';

// The JSON forms of WebAuthn Level 3, §5.1; bytes are base64url.
const Bytes = z.string().check(z.regex(/^[\w-]+$/, 'must be base64url'), z.maxLength(16_384));
const Transports = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10));
const KeyType = z.literal('public-key');
const credential = {
  id: Bytes,
  rawId: Bytes,
  type: KeyType,
};

/** The browser's response after using a passkey (`PublicKeyCredential.toJSON()` of an assertion). */
export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
  }),
});
export type PasskeyProof = z.output<typeof PasskeyProof>;

/** The browser's response after creating a passkey (`PublicKeyCredential.toJSON()` of an attestation). */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({ clientDataJSON: Bytes, attestationObject: Bytes, transports: z.optional(Transports) }),
});
export type NewPasskey = z.output<typeof NewPasskey>;

const Descriptor = z.object({ id: Bytes, type: KeyType, transports: Transports });
const Wish = z.enum(['required', 'preferred', 'discouraged']);

/** The options of `navigator.credentials.get` (`parseRequestOptionsFromJSON`). `timeout` in milliseconds. */
export const PasskeyQuestion = z.object({
  challenge: Bytes,
  /** The host name that the passkeys are bound to. */
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(Descriptor),
  userVerification: Wish,
});
export type PasskeyQuestion = z.output<typeof PasskeyQuestion>;

/** The options of `navigator.credentials.create` (`parseCreationOptionsFromJSON`). `timeout` in milliseconds. */
export const PasskeyWish = z.object({
  challenge: Bytes,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: Bytes, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: KeyType, alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({ residentKey: Wish, requireResidentKey: z.boolean(), userVerification: Wish }),
});
export type PasskeyWish = z.output<typeof PasskeyWish>;

const shared = { origin: 'ours', method: 'POST' } as const;
const publicAccess = { kind: 'public' } as const;
const anySession = { kind: 'signed-in', effect: 'read' } as const;

export const lookUpOtp = endpoint({
  ...shared,
  name: 'lookUpOtp',
  summary:
    'What finishes a sign-in: where its code comes from, and whether a passkey does; the request’s id in the body',
  path: 'accounts/one-time-codes/request',
  access: publicAccess,
  body: z.strictObject({ otpRequestId: SecretId }),
  response: z.object({
    kind: z.enum(['EMAIL', 'TOTP', 'PASSKEY']),
    /** Null when the account has no passkeys. */
    passkey: z.nullable(PasskeyQuestion),
  }),
});

export const proveOtpByPasskey = endpoint({
  ...shared,
  name: 'proveOtpByPasskey',
  summary: 'Finish sign-in with a passkey, the request’s id in the body',
  path: 'accounts/one-time-codes/passkey',
  access: publicAccess,
  body: z.strictObject({ otpRequestId: SecretId, passkey: PasskeyProof }),
  response: SignedIn,
});

export const beginPasskeyStepUp = endpoint({
  ...shared,
  name: 'beginPasskeyStepUp',
  summary: 'The challenge that a passkey signs for a step-up; 409 when the account has no passkey',
  path: 'accounts/self/step-up/passkey/options',
  access: anySession,
  response: PasskeyQuestion,
});

export const stepUpByPasskey = endpoint({
  ...shared,
  name: 'stepUpByPasskey',
  summary: 'Prove by a passkey that it is you, for five minutes of this session',
  path: 'accounts/self/step-up/passkey',
  access: anySession,
  body: z.strictObject({ passkey: PasskeyProof }),
  response: StepUpAnswer,
});

export const beginPasskey = endpoint({
  ...shared,
  name: 'beginPasskey',
  summary: 'Begin to add a passkey; needs a step-up, 409 where there are ten',
  path: 'accounts/self/passkeys/options',
  access: anySession,
  stepUp: 'always',
  response: PasskeyWish,
});

export const addPasskey = endpoint({
  ...shared,
  name: 'addPasskey',
  summary:
    'Add the passkey that was made and end the other sessions; answers recovery codes once where it is the first second factor, else none',
  path: 'accounts/self/passkeys',
  access: anySession,
  body: z.strictObject({
    /** The name in the owner's list of passkeys; defaults to the browser and system that created it. */
    name: z.optional(OneLine.check(z.minLength(1, 'must not be empty'), z.maxLength(60))),
    passkey: NewPasskey,
  }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const removePasskey = endpoint({
  ...shared,
  name: 'removePasskey',
  summary:
    'Remove a passkey and end the other sessions; needs a step-up, 409 where it is the only second factor and one is required',
  method: 'DELETE',
  path: 'accounts/self/passkeys/{passkeyId}',
  access: anySession,
  stepUp: 'always',
  params: z.object({ passkeyId: z.uuid() }),
  status: 204,
});

export const passkeyEndpoints = {
  lookUpOtp,
  proveOtpByPasskey,
  beginPasskeyStepUp,
  stepUpByPasskey,
  beginPasskey,
  addPasskey,
  removePasskey,
};
