import type { CallDocs } from '@volume/contract/call-docs.ts';

export const payInsDocs: CallDocs = {
  startRefund: {
    stepUpFor: 'large amounts, sums over 24 hours and new beneficiaries',
  },
};
