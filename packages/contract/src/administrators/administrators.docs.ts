import type { CallDocs } from '@volume/contract/call-docs.ts';

export const administratorsDocs: CallDocs = {
  inviteAdministrator: {
    codes: ['ACCOUNT_EXISTS'],
  },
  resendAdministratorInvitation: {
    codes: ['INVITATION_ACCEPTED', 'ACCOUNT_DISABLED'],
  },
  withdrawAdministratorInvitation: {
    codes: ['INVITATION_ACCEPTED'],
  },
  disableAdministrator: {
    stepUpFor: 'an administrator who is enabled',
    codes: ['OWN_ACCOUNT', 'INVITATION_PENDING', 'TWO_ADMINISTRATORS', 'NO_SECOND_ADMINISTRATOR', 'PROPOSAL_PENDING'],
  },
  enableAdministrator: {
    stepUpFor: 'an administrator who is disabled',
    codes: ['OWN_ACCOUNT'],
  },
  resetAdministratorTwoFactor: {
    stepUpFor: 'a second factor that may be reset',
    codes: ['OWN_ACCOUNT', 'INVITATION_PENDING', 'NO_SECOND_FACTOR', 'NO_SECOND_ADMINISTRATOR', 'PROPOSAL_PENDING'],
  },
  confirmAdministratorProposal: {
    stepUpFor: 'a proposal that you may confirm',
    codes: ['OWN_PROPOSAL', 'ABOUT_YOU', 'NEW_ADMINISTRATOR', 'NO_SECOND_FACTOR', 'TWO_ADMINISTRATORS'],
  },
  withdrawAdministratorProposal: {
    codes: ['ABOUT_YOU'],
  },
};
