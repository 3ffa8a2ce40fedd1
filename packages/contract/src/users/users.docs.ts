import type { CallDocs } from '@volume/contract/call-docs.ts';

export const usersDocs: CallDocs = {
  updateAccount: {
    example: { roles: ['MERCHANT_VIEWER'], name: 'Isla Reid', phone: null },
    versionIs: 'version of the user',
    stepUpFor: 'other roles',
  },
  enableAccount: {
    stepUpFor: 'a user who is disabled',
  },
  resendInvitation: {
    sampleNeeds: 'somebody who has not accepted an invitation',
  },
  resetTwoFactor: {
    stepUpFor: 'a second factor that may be reset',
    sampleNeeds: 'an account with a second factor',
  },
};
