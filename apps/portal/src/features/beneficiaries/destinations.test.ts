import type { PayoutBeneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import { expect, test } from 'vitest';
import { destinationText, toDestinations, toOptimusDestinations } from './destinations.ts';

const bloom: PayoutBeneficiary = {
  beneficiaryId: 'B900563',
  accountHolderName: 'Harbour & Bloom Ltd',
  accountType: 'SCAN',
  accountNumber: '55190021',
  sortCode: '20-11-09',
  iban: null,
  status: 'Active',
  nameCheck: 'MATCHES',
  nameAtBank: null,
  payInAccountIds: [11],
  defaultForPayInAccountIds: [11],
  addedAtUtc: null,
  addedBy: null,
  coolingUntilUtc: null,
};
const others: PayoutBeneficiary[] = [
  {
    ...bloom,
    beneficiaryId: 'B1',
    accountHolderName: 'Payroll',
    accountNumber: '11112222',
    defaultForPayInAccountIds: [],
  },
  bloom,
  { ...bloom, beneficiaryId: 'B2', defaultForPayInAccountIds: [12] },
  { ...bloom, beneficiaryId: 'B3', accountNumber: '33334444', status: 'Disabled', defaultForPayInAccountIds: [] },
  { ...bloom, beneficiaryId: 'B4', accountNumber: '55556666', payInAccountIds: [12], defaultForPayInAccountIds: [] },
];

test('lists the default first, with name and number, then the other active ones that the account can pay, each account once', () => {
  const found = toDestinations(others, 11);
  expect(found.map(({ value, id }) => [value, id])).toEqual([
    ['', 'B900563'],
    ['B1', 'B1'],
  ]);
  expect(found.map(destinationText)).toEqual([
    'Harbour & Bloom Ltd · 20-11-09 · 5519 0021',
    'Payroll · 20-11-09 · 1111 2222',
  ]);
});

test("shows an unknown default by its id, never under another beneficiary's name", () => {
  const payee = { vaDefaultPayOutBeneficiaryAccountId: 'B900563' } as Parameters<typeof toOptimusDestinations>[0];
  expect(toOptimusDestinations(payee, [], 'GBP').map(destinationText)).toEqual(['Default beneficiary · B900563']);
});
