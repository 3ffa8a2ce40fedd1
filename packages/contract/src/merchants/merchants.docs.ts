import type { CallDocs } from '@volume/contract/call-docs.ts';

export const merchantsDocs: CallDocs = {
  signUp: {
    sampleNeeds: "the sandbox's own credentials",
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
                sortCode: '20-45-77',
                accountNumber: '73014486',
              },
            },
          ],
        },
      ],
    },
  },
  saveMerchantDraft: {
    versionIs: 'version of the draft, or "none" where it is not saved yet',
  },
  enableMerchant: {
    example: { reason: 'Settled', mailAdministrators: true, disabledAtUtc: '2026-11-25T10:12:00.000' },
    sampleNeeds: 'a merchant that is disabled',
  },
  disableMerchant: {
    example: { reason: 'Ownership dispute, case 4417', mailAdministrators: true },
    sampleNeeds: 'a session of an administrator that has just proved who it is',
  },
  changeMerchantCompany: {
    example: { companyName: 'Orchard Lane Trading Ltd', email: 'office@orchard-lane.example' },
    versionIs: 'version of the company in the settings of the merchant',
  },
  changeMerchantLimits: {
    example: { largestAmount: 10000, fromDay: '2026-12-01' },
    versionIs: 'version of the limits in the settings of the merchant',
    sampleNeeds: 'a day that has not begun',
  },
  withdrawMerchantLimits: {
    versionIs: 'version of the limits in the settings of the merchant',
    sampleNeeds: 'a change of the limits that is planned',
  },
  addMerchantApplication: {
    example: {
      applicationName: 'Garden centre tills',
      accounts: [
        {
          currency: 'GBP',
          bankAccount: {
            accountHolderName: 'Orchard Lane Nurseries Ltd',
            sortCode: '20-45-77',
            accountNumber: '73014486',
          },
        },
      ],
      requestId: null,
    },
  },
  addMerchantAccount: {
    example: {
      currency: 'GBP',
      bankAccount: { accountHolderName: 'Orchard Lane Nurseries Ltd', sortCode: '20-45-77', accountNumber: '73014486' },
    },
    sampleNeeds: 'an application without an account in this currency',
  },
  askForApplication: {
    example: { applicationName: 'Wholesale', currencies: ['GBP', 'EUR'], why: 'A second brand' },
  },
  declineApplicationRequest: {
    example: { reason: 'Please use tags within your web shop' },
  },
  addMerchantNote: {
    example: { text: 'Asked about euros on the phone' },
  },
  correctMerchantNote: {
    example: { text: 'Asked about euros by email' },
  },
  changeMerchantFee: {
    example: { percentage: 0.5, validFrom: '2026-12-01', reason: 'Contract of 20 November' },
    versionIs: 'version of the fee',
    sampleNeeds: 'a session of an administrator that has just proved who it is, and a day from today on',
  },
  withdrawFeeChange: {
    versionIs: 'version of the fee',
    sampleNeeds: 'a merchant with a planned change of its fee',
  },
  setBrand: {
    example: { name: 'Harbour & Bloom', colour: '#1d4ed8', mark: null },
    versionIs: 'version of the brand',
  },
};
