import type { CallDocs } from '@volume/contract/call-docs.ts';

export const payoutsDocs: CallDocs = {
  makePayout: {
    example: { payInAccountId: 1000, amount: 12.5 },
    stepUpFor: 'large amounts, sums over 24 hours and new beneficiaries',
  },
  setPayoutSchedule: {
    example: {
      payInAccountId: 1000,
      enabled: true,
      frequency: 'WEEKLY',
      dayOfWeek: 'MONDAY',
      dayOfMonth: null,
      timeUtc: '06:00',
      amountType: 'ALL',
      amount: null,
      minimumBalance: 100,
    },
    versionIs: `version of the account's schedule in the list, or "none" where it has none yet`,
  },
  listOptimusBeneficiaries: {
    sampleNeeds: 'the id of a customer at OPTIMUS',
  },
  addBeneficiary: {
    example: {
      payInAccountId: 1000,
      accountHolderName: 'Harbour & Bloom Ltd',
      sortCode: '20-11-09',
      accountNumber: '55190021',
      iban: null,
      acceptsName: false,
    },
  },
};
