import type { CallDocs } from '@volume/contract/call-docs.ts';

export const sessionDocs: CallDocs = {
  verifyOtp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  resendOtp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  getTwoFactorSetUp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  confirmTwoFactor: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  lookUpResetToken: {
    sampleNeeds: 'the token of a link from a mail',
  },
  lookUpTwoFactorSetUp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  proveTwoFactor: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  proveOtp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  resendOneTimeCode: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  lookUpOtp: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  proveOtpByPasskey: {
    sampleNeeds: 'what a browser signs with a passkey',
  },
  renewSession: {
    sampleNeeds: 'a token in its last five minutes',
  },
  mailStepUpCode: {
    sampleNeeds: 'an account with a second factor',
  },
  stepUp: {
    example: { password: 'quiet-ink-on-paper' },
  },
  beginPasskeyStepUp: {
    sampleNeeds: 'what a browser signs with a passkey',
  },
  stepUpByPasskey: {
    sampleNeeds: 'what a browser signs with a passkey',
  },
  getResetToken: {
    sampleNeeds: 'the token of a link from a mail',
  },
  resetPassword: {
    sampleNeeds: 'the token of a link from a mail',
  },
  confirmEmailFactor: {
    sampleNeeds: 'the code of a mail or an authenticator, within ten minutes',
  },
  endTwoFactor: {
    sampleNeeds: 'an account with a second factor',
  },
  addPasskey: {
    sampleNeeds: 'what a browser signs with a passkey',
  },
  removePasskey: {
    sampleNeeds: 'what a browser signs with a passkey',
  },
  renewRecoveryCodes: {
    sampleNeeds: 'an account with a second factor',
  },
  setTwoFactorPolicy: {
    sampleNeeds: 'an account with a second factor',
  },
};
