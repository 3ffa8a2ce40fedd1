import type { CallDocs } from '@volume/contract/call-docs.ts';

export const usersDocs: CallDocs = {
  createAccount: {
    codes: ['ROLE_ABOVE_YOURS', 'ACCOUNT_EXISTS'],
  },
  updateAccount: {
    example: { roles: ['MERCHANT_VIEWER'], name: 'Isla Reid', phone: null },
    versionIs: 'version of the user',
    stepUpFor: 'other roles',
    codes: ['ROLE_ABOVE_YOURS', 'LAST_MERCHANT_ADMIN'],
  },
  disableAccount: {
    codes: ['ROLE_ABOVE_YOURS', 'OWN_ACCOUNT', 'LAST_MERCHANT_ADMIN'],
  },
  enableAccount: {
    stepUpFor: 'a user who is disabled',
    codes: ['ROLE_ABOVE_YOURS'],
  },
  resendInvitation: {
    stepUpFor: 'an invitation that can be resent',
    sampleNeeds: 'somebody who has not accepted an invitation',
    codes: ['INVITATION_ACCEPTED', 'ACCOUNT_DISABLED'],
  },
  resetTwoFactor: {
    stepUpFor: 'a second factor that may be reset',
    sampleNeeds: 'an account with a second factor',
    codes: ['ROLE_ABOVE_YOURS', 'OWN_ACCOUNT', 'NO_SECOND_FACTOR'],
  },
};
