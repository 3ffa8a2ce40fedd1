import type { CallDocs } from '@volume/contract/call-docs.ts';

export const exceptionsDocs: CallDocs = {
  getException: {
    sampleNeeds: 'an exception that nobody has resolved',
  },
  acceptException: {
    sampleNeeds: 'an exception that nobody has resolved',
  },
  disputeException: {
    sampleNeeds: 'an exception that nobody has resolved',
  },
  closeException: {
    sampleNeeds: 'an exception that nobody has resolved',
  },
};
