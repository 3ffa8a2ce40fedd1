import { merchantId, secondApplicationId } from '#e2e/fake-provider/world.ts';

const by = 'ida@fake-provider.example';
const at = '2026-03-01T10:00:00.000';

export const limits = {
  largestAmount: 5000,
  platformLargestAmount: 1_000_000,
  planned: { largestAmount: 2500, fromDay: '2099-01-01' },
  version: '"0123456789abcdef0123456789abcdef"',
};
export const company = {
  companyName: 'Stand-in Ltd',
  email: 'office@fake-provider.example',
  version: '"0123456789abcdef0123456789abcdef"',
};

/** An account of the second application is not open. */
export const merchantSettings = {
  merchantId,
  company,
  limits,
  unopenedAccounts: [
    {
      applicationId: secondApplicationId,
      account: {
        currency: 'GBP',
        virtualAt: 'MODULR',
        bankAccount: {
          accountHolderName: 'Stand-in Ltd',
          sortCode: '201109',
          accountNumber: '55190021',
          iban: null,
          acceptsName: false,
        },
        address: null,
      },
      reason: 'MODULR has not opened the account.',
      triedAtUtc: at,
    },
  ],
};

export const applicationRequest = {
  requestId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b91',
  applicationName: 'Wholesale',
  currencies: ['GBP'],
  why: 'A second brand',
  askedBy: by,
  askedAtUtc: at,
  state: 'OPEN',
  decidedAtUtc: null,
  declinedBecause: null,
  applicationId: null,
};

export const merchantNote = {
  noteId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b92',
  text: 'Asked about euros',
  writtenBy: by,
  writtenAtUtc: at,
  correctedAtUtc: null,
  isOwn: true,
};
