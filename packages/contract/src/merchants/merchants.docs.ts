import type { CallDocs } from '@volume/contract/call-docs.ts';

export const merchantsDocs: CallDocs = {
  signUp: {
    sampleNeeds: "the sandbox's own credentials",
    codes: ['UNAUTHORIZED', 'NOT_FOUND', 'ACCOUNT_EXISTS'],
    meanings: { UNAUTHORIZED: 'The basic credentials are wrong.', NOT_FOUND: 'This deployment is no sandbox.' },
  },
  createMerchant: {
    example: {
      companyName: 'Orchard Lane Nurseries Ltd',
      email: 'office@orchard-lane.example',
      paymentFlatFeeInPercentage: 0.45,
      limits: { largestAmount: 25000 },
      firstUser: { email: 'hannah@orchard-lane.example', name: 'Hannah Doyle', phone: null },
      applications: [
        {
          applicationName: 'Web shop',
          accounts: [
            {
              currency: 'GBP',
              virtualAt: 'MODULR',
              bankAccount: {
                accountHolderName: 'Orchard Lane Nurseries Ltd',
                sortCode: '204577',
                accountNumber: '73014486',
              },
            },
          ],
        },
      ],
    },
    codes: ['NAME_IN_USE'],
    meanings: {
      BAD_REQUEST: 'A field is wrong, or a bank does not confirm a name; errorMessage has a line for each.',
      NAME_IN_USE: 'Another merchant has the name, or the first user’s address is in use.',
    },
  },
  saveMerchantDraft: {
    versionIs: 'version of the draft, or "none" where it is not saved yet',
    codes: ['TOO_MANY_DRAFTS'],
  },
  enableMerchant: {
    example: { reason: 'Settled', mailAdministrators: true, disabledAtUtc: '2026-11-25T10:12:00.000' },
    sampleNeeds: 'a merchant that is disabled',
    codes: ['ALREADY_ENABLED', 'CHANGED_MEANWHILE'],
    meanings: { CHANGED_MEANWHILE: 'It was disabled again since then.' },
  },
  disableMerchant: {
    example: { reason: 'Ownership dispute, case 4417', mailAdministrators: true },
    sampleNeeds: 'a session of an administrator that has just proved who it is',
    codes: ['ALREADY_DISABLED'],
  },
  changeMerchantCompany: {
    example: { companyName: 'Orchard Lane Trading Ltd', email: 'office@orchard-lane.example' },
    versionIs: 'version of the company in the settings of the merchant',
    codes: ['NAME_IN_USE'],
  },
  changeMerchantLimits: {
    example: { largestAmount: 10000, fromDay: '2026-12-01' },
    versionIs: 'version of the limits in the settings of the merchant',
    sampleNeeds: 'a day that has not begun',
  },
  withdrawMerchantLimits: {
    versionIs: 'version of the limits in the settings of the merchant',
    sampleNeeds: 'a change of the limits that is planned',
    codes: ['NOTHING_PLANNED'],
  },
  addMerchantApplication: {
    example: {
      applicationName: 'Garden centre tills',
      accounts: [
        {
          currency: 'GBP',
          bankAccount: {
            accountHolderName: 'Orchard Lane Nurseries Ltd',
            sortCode: '204577',
            accountNumber: '73014486',
          },
        },
      ],
      requestId: null,
    },
    codes: ['NAME_IN_USE', 'REQUEST_DECIDED'],
    meanings: { BAD_REQUEST: 'A field is wrong, or a bank does not confirm a name; errorMessage has a line for each.' },
  },
  addMerchantAccount: {
    example: {
      currency: 'GBP',
      bankAccount: { accountHolderName: 'Orchard Lane Nurseries Ltd', sortCode: '204577', accountNumber: '73014486' },
    },
    sampleNeeds: 'an application without an account in this currency',
    codes: ['CURRENCY_EXISTS'],
    meanings: { BAD_REQUEST: 'A field is wrong, or the bank does not confirm the name.' },
  },
  askForApplication: {
    example: { applicationName: 'Wholesale', currencies: ['GBP', 'EUR'], why: 'A second brand' },
    codes: ['MERCHANT_USERS_ONLY', 'NAME_IN_USE', 'ALREADY_ASKED', 'TOO_MANY_OPEN_REQUESTS'],
  },
  withdrawApplicationRequest: {
    codes: ['REQUEST_DECIDED', 'MERCHANT_USERS_ONLY'],
  },
  declineApplicationRequest: {
    example: { reason: 'Please use tags within your web shop' },
    codes: ['REQUEST_DECIDED'],
  },
  addMerchantNote: {
    example: { text: 'Asked about euros on the phone' },
    codes: ['TOO_MANY_NOTES'],
  },
  correctMerchantNote: {
    example: { text: 'Asked about euros by email' },
    codes: ['NOT_YOURS'],
  },
  removeMerchantNote: {
    codes: ['NOT_YOURS'],
  },
  changeMerchantFee: {
    example: { percentage: 0.5, validFrom: '2026-12-01', reason: 'Contract of 20 November' },
    versionIs: 'version of the fee',
    sampleNeeds: 'a session of an administrator that has just proved who it is, and a day from today on',
    meanings: {
      BAD_REQUEST: 'The percentage is wrong or the present one, or the day has passed or is more than a year ahead.',
    },
  },
  withdrawFeeChange: {
    versionIs: 'version of the fee',
    sampleNeeds: 'a merchant with a planned change of its fee',
    codes: ['NOTHING_PLANNED'],
  },
  setBrand: {
    example: { name: 'Harbour & Bloom', colour: '#1d4ed8', mark: null },
    versionIs: 'version of the brand',
  },
};
