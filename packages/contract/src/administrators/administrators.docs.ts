import type { CallDocs } from '@volume/contract/call-docs.ts';

export const administratorsDocs: CallDocs = {
  disableAdministrator: {
    stepUpFor: 'an administrator who is enabled',
  },
  enableAdministrator: {
    stepUpFor: 'an administrator who is disabled',
  },
  resetAdministratorTwoFactor: {
    stepUpFor: 'a second factor that may be reset',
  },
  confirmAdministratorProposal: {
    stepUpFor: 'a proposal that you may confirm',
  },
};
