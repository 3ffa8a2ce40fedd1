import type { DraftAccount, MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import { NewMerchant } from '@volume/contract/merchants/new-merchant.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyContent, newAccount, toNewMerchant } from './draft-content.ts';
import { findStepFaults, firstUnfinished } from './step-faults.ts';

const limit = { most: 100_000_00, tooMuch: () => 'Must be at most 100,000.00.', isOffered: false };
const account: DraftAccount = {
  ...newAccount('GBP'),
  accountHolderName: 'Orchard',
  sortCode: '20-45-77',
  accountNumber: '7301 4486',
};
const euros: DraftAccount = { ...newAccount('EUR'), accountHolderName: 'Orchard', iban: 'IE29 AIBK 9311 5212 3456 78' };
const whole: MerchantDraftContent = {
  company: { ...emptyContent.company, companyName: ' Orchard Lane ', country: 'gb' },
  applications: [{ applicationName: 'Web shop', confirmationOfPayerEnabled: false, accounts: [account, euros] }],
  terms: { fee: '0,45 %', largestAmount: '25,000' },
  firstUser: { name: '', email: 'hannah@orchard.example', phone: '' },
};
const withAccount = (change: Partial<DraftAccount>): MerchantDraftContent => ({
  ...whole,
  applications: [{ ...whole.applications[0]!, accounts: [{ ...account, ...change }] }],
});

test('text that passes all steps makes a body that the contract accepts, with the typed text as its values', () => {
  expect(firstUnfinished(whole, limit)).toBe('review');
  const wire = z.encode(NewMerchant, toNewMerchant(whole));
  expect(z.safeParse(NewMerchant, wire).success).toBe(true);
  expect(z.decode(NewMerchant, wire)).toMatchObject({
    companyName: 'Orchard Lane',
    paymentFlatFeeInPercentage: 0.45,
    limits: { largestAmount: 2_500_000 },
    applications: [
      { accounts: [{ bankAccount: { sortCode: '204577' }, address: { country: 'GB' } }, { currency: 'EUR' }] },
    ],
  });
});

test.each<[string, MerchantDraftContent, string, string]>([
  [
    'company',
    { ...whole, company: { ...whole.company, companyName: ' ' } },
    'company.companyName',
    'Enter the company’s legal name.',
  ],
  ['company', { ...whole, company: { ...whole.company, email: 'office' } }, 'company.email', 'must look like'],
  [
    'company',
    { ...whole, company: { ...whole.company, country: 'England' } },
    'company.country',
    'two capital letters',
  ],
  [
    'company',
    { ...whole, company: { ...whole.company, townName: 'x'.repeat(101) } },
    'company.townName',
    'Use 100 characters or fewer',
  ],
  ['applications', withAccount({ sortCode: '20-45' }), 'applications.0.accounts.0.sortCode', 'must have 6 digits.'],
  [
    'applications',
    withAccount({ numberKind: 'IBAN', iban: 'IE00' }),
    'applications.0.accounts.0.iban',
    'must be an IBAN',
  ],
  [
    'applications',
    withAccount({ accountHolderName: '' }),
    'applications.0.accounts.0.accountHolderName',
    'Enter the account',
  ],
  [
    'applications',
    { ...whole, applications: [whole.applications[0]!, whole.applications[0]!] },
    'applications.1.applicationName',
    'Another application has this name.',
  ],
  ['terms', { ...whole, terms: { ...whole.terms, fee: '' } }, 'terms.fee', 'Enter the fee'],
  ['terms', { ...whole, terms: { ...whole.terms, fee: '0.4567' } }, 'terms.fee', 'at most three decimals'],
  ['terms', { ...whole, terms: { ...whole.terms, fee: '101' } }, 'terms.fee', 'between 0 and 100'],
  [
    'terms',
    { ...whole, terms: { ...whole.terms, largestAmount: '100,000.01' } },
    'terms.largestAmount',
    'at most 100,000.00',
  ],
  ['user', { ...whole, firstUser: { ...whole.firstUser, email: '' } }, 'firstUser.email', 'Enter the email address'],
  [
    'user',
    { ...whole, firstUser: { ...whole.firstUser, phone: 'call me' } },
    'firstUser.phone',
    'must be a phone number',
  ],
])('%s: the error is at its field (%#)', (step, content, path, message) => {
  const faults = findStepFaults(step as 'company', content, limit);
  expect(faults.map((fault) => [fault.path.join('.'), fault.message])).toEqual([
    [path, expect.stringContaining(message)],
  ]);
  expect(firstUnfinished(content, limit)).toBe(step);
});
