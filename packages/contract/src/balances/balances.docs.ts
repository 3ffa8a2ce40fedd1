import type { CallDocs } from '@volume/contract/call-docs.ts';

export const balancesDocs: CallDocs = {
  setLowBalance: {
    example: { threshold: 1000 },
    versionIs: 'lowBalanceVersion of the pay-in account',
  },
  quoteExchange: {
    example: { fromPayInAccountId: 1000, toPayInAccountId: 1001, sellAmount: 12.5 },
  },
  bookExchange: {
    stepUpFor: 'large amounts, sums over 24 hours and new beneficiaries',
  },
};
