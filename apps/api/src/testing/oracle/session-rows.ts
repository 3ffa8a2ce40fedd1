import { toSignUpBody } from '@volume/contract/merchants/sign-up.ts';
import { password } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

/** A passkey without a key and a signature over nothing. */
const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const passkeyProof = {
  ...passkey,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const newPasskey = { ...passkey, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } };

export const sessionRows: Record<string, OracleRow> = {
  signIn: { who: 'public', input: { body: { email: 'nobody@test.example', password: 'x' } }, ok: 401 },
  verifyOtp: { who: 'public', input: { params: { otpRequestId: 'x' }, body: { code: '123456' } }, ok: 404 },
  resendOtp: { who: 'public', input: { params: { otpRequestId: 'x' } }, ok: 404 },
  getTwoFactorSetUp: { who: 'public', input: { params: { twoFactorRequestId: 'x' } }, ok: 404 },
  confirmTwoFactor: {
    who: 'public',
    input: { params: { twoFactorRequestId: 'x' }, body: { code: '123456' } },
    ok: 404,
  },
  lookUpResetToken: { who: 'public', input: { body: { token: 'x' } }, ok: 404 },
  lookUpTwoFactorSetUp: { who: 'public', input: { body: { twoFactorRequestId: 'x' } }, ok: 404 },
  proveTwoFactor: { who: 'public', input: { body: { twoFactorRequestId: 'x', code: '123456' } }, ok: 404 },
  proveOtp: { who: 'public', input: { body: { otpRequestId: 'x', code: '123456' } }, ok: 404 },
  lookUpOtp: { who: 'public', input: { body: { otpRequestId: 'x' } }, ok: 404 },
  proveOtpByPasskey: { who: 'public', input: { body: { otpRequestId: 'x', passkey: passkeyProof } }, ok: 404 },
  resendOneTimeCode: { who: 'public', input: { body: { otpRequestId: 'x' } }, ok: 404 },
  getSelf: { who: 'signed-in', input: {}, ok: 200 },
  renewSession: { who: 'signed-in', input: {}, ok: 409 },
  signOut: { who: 'signed-in', input: {}, ok: 204 },
  // No user of the refusal tests gets codes by email.
  mailStepUpCode: { who: 'signed-in', input: {}, ok: 409 },
  // No user of the refusal tests has a passkey.
  beginPasskeyStepUp: { who: 'signed-in', input: {}, ok: 409 },
  stepUpByPasskey: { who: 'signed-in', input: { body: { passkey: passkeyProof } }, ok: 400 },
  stepUp: { who: 'signed-in', input: { body: { password } }, ok: 200 },
  forgotPassword: { who: 'public', input: { body: { email: 'nobody@test.example' } }, ok: 204 },
  startDeviceSignIn: {
    who: 'public',
    input: { body: { toolName: 'volume', machineName: 'ada-laptop' } },
    ok: 200,
  },
  fetchDeviceKey: { who: 'public', input: { body: { deviceCode: 'x' } }, ok: 400 },
  getResetToken: { who: 'public', input: { params: { token: 'x' } }, ok: 404 },
  resetPassword: { who: 'public', input: { body: { token: 'x', password: 'y' } }, ok: 404 },
  acceptInvitation: { who: 'public', input: { body: { token: 'x', password: 'y' } }, ok: 404 },
  getOwnTwoFactor: { who: 'signed-in', input: {}, ok: 200 },
  listOwnSessions: { who: 'signed-in', input: {}, ok: 200 },
  endOwnSession: {
    who: 'signed-in',
    input: { params: { sessionId: '5b0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b11' } },
    ok: 404,
  },
  // No user of the refusal tests has made a step-up.
  beginTwoFactor: { who: 'signed-in', input: {}, ok: 403 },
  beginEmailFactor: { who: 'signed-in', input: {}, ok: 403 },
  confirmEmailFactor: {
    who: 'signed-in',
    input: { params: { twoFactorRequestId: 'x' }, body: { code: '123456' } },
    ok: 404,
  },
  endTwoFactor: { who: 'signed-in', input: {}, ok: 403 },
  renewRecoveryCodes: { who: 'signed-in', input: {}, ok: 403 },
  beginPasskey: { who: 'signed-in', input: {}, ok: 403 },
  addPasskey: { who: 'signed-in', input: { body: { passkey: newPasskey } }, ok: 400 },
  removePasskey: {
    who: 'signed-in',
    input: { params: { passkeyId: '5b0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b11' } },
    ok: 403,
  },
  changePassword: { who: 'signed-in', input: { body: { password: 'seven kites over the harbour' } }, ok: 403 },
  signOutEverywhere: { who: 'signed-in', input: {}, ok: 204 },
  // Sign-up needs its own credentials, which no caller here has.
  signUp: {
    who: 'public',
    input: { body: toSignUpBody({ companyName: 'New', email: 'new@test.example', fullName: '', phoneNumber: '' }) },
    ok: 401,
  },
};
