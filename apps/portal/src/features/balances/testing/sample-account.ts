import type { PayInAccount } from '@volume/contract/balances/balances.ts';

/** A virtual account in pounds with £5,000.00. */
export const account: PayInAccount = {
  id: 1,
  isVirtualAccount: true,
  forCurrency: 'GBP',
  isLimitedVirtualAccount: false,
  virtualAccountInformation: { availableBalance: 5_000_00, balance: 5_000_00 },
  accountHolderName: 'Harbour & Bloom Ltd',
  accountIdentification1: { type: 'ACCOUNT_NUMBER', number: '55699624' },
  accountIdentification2: { type: 'SORT_CODE', number: '009957' },
  vaProviderType: 'MODULR',
  defaultForCurrency: true,
  lowBalanceThreshold: null,
};
