import type { CallDocs } from '@volume/contract/call-docs.ts';

export const sessionDocs: CallDocs = {
  signIn: {
    codes: ['WRONG_EMAIL_OR_PASSWORD', 'UNAUTHORIZED'],
  },
  verifyOtp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['NOT_FOUND', 'UNAUTHORIZED', 'WRONG_CODE', 'PASSKEY_NOT_ACCEPTED', 'CODE_EXPIRED'],
  },
  resendOtp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['NOT_FOUND', 'CODES_NOT_BY_EMAIL', 'CODE_EXPIRED'],
    meanings: { TOO_MANY_REQUESTS: 'A code was sent in the last 30 seconds; Retry-After says when the next may be.' },
  },
  getTwoFactorSetUp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['NOT_FOUND', 'CODE_EXPIRED'],
  },
  confirmTwoFactor: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['NOT_FOUND', 'UNAUTHORIZED', 'WRONG_CODE', 'PASSKEY_NOT_ACCEPTED', 'CODE_EXPIRED'],
  },
  lookUpResetToken: {
    sampleNeeds: 'the token of a link from a mail',
    codes: ['NOT_FOUND', 'LINK_EXPIRED'],
  },
  lookUpTwoFactorSetUp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['NOT_FOUND', 'CODE_EXPIRED'],
  },
  proveTwoFactor: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['NOT_FOUND', 'UNAUTHORIZED', 'WRONG_CODE', 'PASSKEY_NOT_ACCEPTED', 'CODE_EXPIRED'],
  },
  proveOtp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['NOT_FOUND', 'UNAUTHORIZED', 'WRONG_CODE', 'PASSKEY_NOT_ACCEPTED', 'CODE_EXPIRED'],
  },
  resendOneTimeCode: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['NOT_FOUND', 'CODES_NOT_BY_EMAIL', 'CODE_EXPIRED'],
    meanings: { TOO_MANY_REQUESTS: 'A code was sent in the last 30 seconds; Retry-After says when the next may be.' },
  },
  lookUpOtp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['NOT_FOUND', 'CODE_EXPIRED'],
  },
  proveOtpByPasskey: {
    sampleNeeds: 'what a browser signs with a passkey',
    codes: ['NOT_FOUND', 'UNAUTHORIZED', 'WRONG_CODE', 'PASSKEY_NOT_ACCEPTED', 'CODE_EXPIRED'],
  },
  renewSession: {
    sampleNeeds: 'a token in its last five minutes',
    codes: ['RENEWAL_TOO_EARLY', 'SESSION_AT_ITS_LIMIT'],
  },
  mailStepUpCode: {
    sampleNeeds: 'an account with a second factor',
    codes: ['CODES_NOT_BY_EMAIL'],
  },
  stepUp: {
    example: { password: 'quiet-ink-on-paper' },
    codes: ['WRONG_CODE', 'WRONG_PASSWORD', 'CODE_REQUIRED', 'PASSWORD_REQUIRED', 'CODE_EXPIRED'],
  },
  beginPasskeyStepUp: {
    sampleNeeds: 'what a browser signs with a passkey',
    codes: ['NO_PASSKEY'],
  },
  stepUpByPasskey: {
    sampleNeeds: 'what a browser signs with a passkey',
    codes: ['PASSKEY_NOT_ACCEPTED', 'CODE_EXPIRED'],
  },
  getResetToken: {
    sampleNeeds: 'the token of a link from a mail',
    codes: ['NOT_FOUND', 'LINK_EXPIRED'],
  },
  resetPassword: {
    sampleNeeds: 'the token of a link from a mail',
    codes: ['NOT_FOUND', 'LINK_EXPIRED'],
    meanings: { BAD_REQUEST: 'The password is too short or too common, or a field is wrong.' },
  },
  acceptInvitation: {
    sampleNeeds: 'the token of an invitation',
    codes: ['NOT_FOUND', 'LINK_EXPIRED'],
    meanings: { BAD_REQUEST: 'The password is too short or too common, or a field is wrong.' },
  },
  beginEmailFactor: {
    codes: ['CODES_BY_EMAIL'],
  },
  confirmEmailFactor: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
    codes: ['WRONG_CODE', 'CODE_EXPIRED'],
  },
  endTwoFactor: {
    sampleNeeds: 'an account with a second factor',
    codes: ['SECOND_FACTOR_REQUIRED', 'NO_SECOND_FACTOR'],
  },
  beginPasskey: {
    codes: ['TOO_MANY_PASSKEYS'],
  },
  addPasskey: {
    sampleNeeds: 'what a browser signs with a passkey',
    codes: ['PASSKEY_NOT_ACCEPTED', 'CODE_EXPIRED', 'PASSKEY_EXISTS', 'TOO_MANY_PASSKEYS'],
  },
  removePasskey: {
    sampleNeeds: 'what a browser signs with a passkey',
    codes: ['SECOND_FACTOR_REQUIRED'],
  },
  renewRecoveryCodes: {
    sampleNeeds: 'an account with a second factor',
    codes: ['NO_SECOND_FACTOR'],
  },
  changePassword: {
    meanings: { BAD_REQUEST: 'The password is too short or too common, or a field is wrong.' },
  },
  setTwoFactorPolicy: {
    sampleNeeds: 'an account with a second factor',
    codes: ['NO_SECOND_FACTOR'],
  },
};
