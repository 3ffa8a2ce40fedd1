import type { CallDocs } from '@volume/contract/call-docs.ts';

export const payoutsDocs: CallDocs = {
  listPayouts: {
    codes: ['SEARCH_TOO_SHORT'],
  },
  exportPayouts: {
    codes: ['SEARCH_TOO_SHORT'],
  },
  makePayout: {
    example: { payInAccountId: 1000, amount: 12.5, reference: 'INV-20418' },
    stepUpFor: 'large amounts, sums over 24 hours and new beneficiaries',
    codes: [
      'KEY_LIMIT',
      'DEFAULT_BENEFICIARY_ONLY',
      'NO_APPROVER',
      'BALANCE_TOO_LOW',
      'ACCOUNT_NOT_VIRTUAL',
      'NO_DEFAULT_BENEFICIARY',
      'UNKNOWN_BENEFICIARY',
      'BENEFICIARY_NOT_ACTIVE',
      'OTHER_CURRENCY',
      'NUMBERED_ALIKE',
      'NO_ACCOUNT_PROVIDER',
      'MERCHANT_DISABLED',
      'PROVIDER_REFUSED',
    ],
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
    codes: [
      'ACCOUNT_NOT_VIRTUAL',
      'NO_DEFAULT_BENEFICIARY',
      'UNKNOWN_BENEFICIARY',
      'BENEFICIARY_NOT_ACTIVE',
      'OTHER_CURRENCY',
      'NUMBERED_ALIKE',
      'NO_ACCOUNT_PROVIDER',
      'MERCHANT_DISABLED',
    ],
  },
  listOptimusBeneficiaries: {
    sampleNeeds: 'the id of a customer at OPTIMUS',
  },
  addBeneficiary: {
    example: {
      payInAccountId: 1000,
      accountHolderName: 'Harbour & Bloom Ltd',
      sortCode: '201109',
      accountNumber: '55190021',
      iban: null,
      acceptsName: false,
    },
    codes: [
      'BENEFICIARY_EXISTS',
      'NUMBERED_ALIKE',
      'NAME_DIFFERS',
      'ACCOUNT_NOT_VIRTUAL',
      'NO_ACCOUNT_PROVIDER',
      'MERCHANT_DISABLED',
    ],
  },
  disableBeneficiary: {
    codes: ['BENEFICIARY_IS_DEFAULT', 'NUMBERED_ALIKE'],
  },
  setDefaultBeneficiary: {
    codes: ['BENEFICIARY_TOO_NEW', 'NUMBERED_ALIKE', 'BENEFICIARY_NOT_ACTIVE', 'OTHER_CURRENCY', 'ACCOUNT_NOT_VIRTUAL'],
  },
};
