import type { CallDocs } from '@volume/contract/call-docs.ts';

export const exceptionsDocs: CallDocs = {
  getException: {
    sampleNeeds: 'an exception that nobody has resolved',
  },
  acceptException: {
    sampleNeeds: 'an exception that nobody has resolved',
    codes: ['EXCEPTION_DECIDED', 'NOT_BOOKABLE', 'BALANCE_TOO_LOW'],
  },
  disputeException: {
    sampleNeeds: 'an exception that nobody has resolved',
    codes: ['EXCEPTION_DECIDED'],
  },
  closeException: {
    sampleNeeds: 'an exception that nobody has resolved',
    codes: ['EXCEPTION_DECIDED'],
  },
};
