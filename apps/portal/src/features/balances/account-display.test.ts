import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { expect, test } from 'vitest';
import { balancesOf, isShownLow, balanceHiddenReason } from './account-display.ts';

const account: PayInAccount = {
  id: 1,
  isVirtualAccount: true,
  forCurrency: 'GBP',
  isLimitedVirtualAccount: false,
  virtualAccountInformation: { availableBalance: 100, balance: 250 },
  accountHolderName: 'Harbour & Bloom',
  accountIdentification1: { type: 'ACCOUNT_NUMBER', number: '31926819' },
  accountIdentification2: null,
  vaProviderType: 'MODULR',
  defaultForCurrency: true,
  lowBalanceThreshold: null,
};

test('shows both balances of an unlimited virtual account in pounds with known balances (§5)', () => {
  expect(balancesOf(account)).toEqual({ available: 100, balance: 250 });
  expect(balanceHiddenReason(account)).toBeUndefined();
});

test.each<[string, Partial<PayInAccount>]>([
  ['Held at your own bank', { isVirtualAccount: false }],
  ['Balances of EUR accounts are not shown', { forCurrency: 'EUR' }],
  ['The account is limited', { isLimitedVirtualAccount: true }],
  ['Balance not available from the provider', { virtualAccountInformation: null }],
  ['Balance not available from the provider', { virtualAccountInformation: { availableBalance: 1, balance: null } }],
])('hides the balance with a reason: %s', (reason, change) => {
  expect(balancesOf({ ...account, ...change })).toBeUndefined();
  expect(balanceHiddenReason({ ...account, ...change })).toBe(reason);
});

test('is low below the threshold, not at it, and only when the balance can be shown', () => {
  expect(isShownLow({ ...account, lowBalanceThreshold: 100 })).toBe(false);
  expect(isShownLow({ ...account, lowBalanceThreshold: 101 })).toBe(true);
  expect(isShownLow({ ...account, lowBalanceThreshold: 101, forCurrency: 'EUR' })).toBe(false);
});
